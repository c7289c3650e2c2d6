import { checkDueWatchesEveryMinute, checkWatchNow } from './check-watches'
import { deliverSandboxEvent } from './deliver-sandbox-event'
import { deliverWebhook } from './deliver-webhook'
import { downloadModel } from './download-model'
import { importShow } from './import-show'
import {
  carryOverCorrectionsEveryMinute,
  indexOlderTextsEveryMinute,
  mergeTallyChangesEveryMinute,
  purgeExpired,
  purgeLeftTextsEveryFiveMinutes,
  purgeUnownedFilesEveryNight,
  purgeUploads,
} from './maintenance'
import { reconcileBilling } from './reconcile-billing'
import { replaceLostRunsEveryFiveMinutes } from './replace-lost-runs'
import { sendDailyWatchNotices, sendEndNotice } from './send-notice'
import { transcribeRecording } from './transcribe-recording'

/** Every durable function there is. */
export const functions = [
  carryOverCorrectionsEveryMinute,
  checkDueWatchesEveryMinute,
  checkWatchNow,
  deliverSandboxEvent,
  deliverWebhook,
  downloadModel,
  importShow,
  indexOlderTextsEveryMinute,
  mergeTallyChangesEveryMinute,
  purgeExpired,
  purgeLeftTextsEveryFiveMinutes,
  purgeUnownedFilesEveryNight,
  purgeUploads,
  reconcileBilling,
  replaceLostRunsEveryFiveMinutes,
  sendDailyWatchNotices,
  sendEndNotice,
  transcribeRecording,
]

import { deliverSandboxEvent } from './deliver-sandbox-event'
import { deliverWebhook } from './deliver-webhook'
import { endStranded } from './end-stranded-jobs'
import { foldTalliesEveryMinute } from './fold-tallies'
import { forgetExpired } from './forget-expired'
import { importShow } from './import-show'
import { reconcileBilling } from './reconcile-billing'
import { sweepStore, sweepUploads } from './sweep-uploads'
import { transcribeRecording } from './transcribe-recording'

/** Every durable function there is. */
export const functions = [
  deliverSandboxEvent,
  deliverWebhook,
  endStranded,
  foldTalliesEveryMinute,
  forgetExpired,
  importShow,
  reconcileBilling,
  sweepStore,
  sweepUploads,
  transcribeRecording,
]

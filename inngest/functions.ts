import { deliverSandboxEvent } from './deliver-sandbox-event'
import { deliverWebhook } from './deliver-webhook'
import { endStranded } from './end-stranded-jobs'
import { mergeTallyChangesEveryMinute } from './fold-tallies'
import { purgeExpired } from './forget-expired'
import { importShow } from './import-show'
import { reconcileBilling } from './reconcile-billing'
import { purgeStore, purgeUploads } from './sweep-uploads'
import { transcribeRecording } from './transcribe-recording'

/** Every durable function there is. */
export const functions = [
  deliverSandboxEvent,
  deliverWebhook,
  endStranded,
  mergeTallyChangesEveryMinute,
  purgeExpired,
  importShow,
  reconcileBilling,
  purgeStore,
  purgeUploads,
  transcribeRecording,
]

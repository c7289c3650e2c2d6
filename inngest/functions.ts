import { deliverSandboxEvent } from './deliver-sandbox-event'
import { deliverWebhook } from './deliver-webhook'
import { endStranded } from './end-stranded-jobs'
import { importShow } from './import-show'
import { mergeTallyChangesEveryMinute } from './merge-tally-changes'
import { purgeExpired } from './purge-expired'
import { purgeStore, purgeUploads } from './purge-uploads'
import { reconcileBilling } from './reconcile-billing'
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

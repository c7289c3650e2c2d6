import { deliverSandboxEvent } from './deliver-sandbox-event'
import { endStranded } from './end-stranded-jobs'
import { forgetExpired } from './forget-expired'
import { reconcileBilling } from './reconcile-billing'
import { transcribeRecording } from './transcribe-recording'

/** Every durable function there is. */
export const functions = [deliverSandboxEvent, endStranded, forgetExpired, reconcileBilling, transcribeRecording]

import { deliverWebhook } from './deliver-webhook'
import { endStranded } from './end-stranded-jobs'
import { forgetExpired } from './forget-expired'
import { sweepStore, sweepUploads } from './sweep-uploads'
import { transcribeRecording } from './transcribe-recording'

/** Every durable function there is. */
export const functions = [deliverWebhook, endStranded, forgetExpired, sweepStore, sweepUploads, transcribeRecording]

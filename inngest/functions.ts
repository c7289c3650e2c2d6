import { deliverWebhook } from './deliver-webhook'
import { endStranded } from './end-stranded-jobs'
import { foldTalliesEveryMinute } from './fold-tallies'
import { forgetExpired } from './forget-expired'
import { importShow } from './import-show'
import { sweepStore, sweepUploads } from './sweep-uploads'
import { transcribeRecording } from './transcribe-recording'

/** Every durable function there is. */
export const functions = [
  deliverWebhook,
  endStranded,
  foldTalliesEveryMinute,
  forgetExpired,
  importShow,
  sweepStore,
  sweepUploads,
  transcribeRecording,
]

import { endStranded } from './end-stranded-jobs'
import { foldTalliesEveryMinute } from './fold-tallies'
import { forgetExpired } from './forget-expired'
import { transcribeRecording } from './transcribe-recording'

/** Every durable function there is. */
export const functions = [endStranded, foldTalliesEveryMinute, forgetExpired, transcribeRecording]

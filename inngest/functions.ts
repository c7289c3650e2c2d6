import { endStranded } from './end-stranded-jobs'
import { forgetExpired } from './forget-expired'
import { transcribeRecording } from './transcribe-recording'

/** Every durable function there is. */
export const functions = [endStranded, forgetExpired, transcribeRecording]

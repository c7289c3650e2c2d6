import { endStranded } from './end-stranded-jobs'
import { forgetExpired } from './forget-expired'
import { importShow } from './import-show'
import { transcribeRecording } from './transcribe-recording'

/** Every durable function there is. */
export const functions = [endStranded, forgetExpired, importShow, transcribeRecording]

import { endStranded } from './end-stranded-jobs'
import { forgetSources } from './forget-sources'
import { transcribeRecording } from './transcribe-recording'

/** Every durable function there is. */
export const functions = [endStranded, forgetSources, transcribeRecording]

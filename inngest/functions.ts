import { transcribeRecording } from './transcribe-recording'

/** Every durable function there is. */
export const functions = [transcribeRecording]

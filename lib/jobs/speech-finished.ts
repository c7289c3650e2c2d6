/** The event that a remote engine is done with a recording: `{ remoteId }`. */
export const SPEECH_FINISHED = 'speech/finished'

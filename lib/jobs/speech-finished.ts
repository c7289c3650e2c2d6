/** Told when an engine elsewhere says that it is done with a recording: `{ remoteId }`. */
export const SPEECH_FINISHED = 'speech/finished'

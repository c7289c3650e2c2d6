const CHANNEL = 'verbatim:transcripts'

/** Tells every other tab that there is something new in the list of transcripts. */
export function announceChangedTranscripts(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/** Calls the listener when another tab has begun or removed something; gives what ends that. */
export function onChangedTranscripts(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', listener)
  return () => channel.close()
}

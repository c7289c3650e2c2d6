const CHANNEL = 'verbatim:transcripts'

/** Notifies every other tab that the list of transcripts has changed. */
export function announceChangedTranscripts(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/** Calls the listener when another tab has changed the list. Returns a function that stops that. */
export function onChangedTranscripts(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', listener)
  return () => channel.close()
}

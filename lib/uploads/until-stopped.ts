/** The same bytes, ended by the signal's reason as soon as it aborts, even while none come. */
export async function* untilStopped(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  // The rejection is for who waits for bytes; with nobody waiting it must not end the process.
  stopped.catch(() => undefined)
  const bytes = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      signal.throwIfAborted()
      const next = await Promise.race([bytes.next(), stopped])
      if (next.done) return
      yield next.value
    }
  } finally {
    // Of a connection that is dead this may never come back.
    void bytes.return?.().catch(() => undefined)
  }
}

/** The bytes of a stream, ended by the signal's reason as soon as it aborts, even while none arrive. */
export async function* untilStopped(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  const bytes = body[Symbol.asyncIterator]()
  // A promise for each wait: racing with one lasting promise would keep all results in memory.
  let stopWaiting = (_reason: unknown) => {}
  const stop = () => stopWaiting(signal.reason)
  const nextBytes = () =>
    new Promise<IteratorResult<Uint8Array, unknown>>((resolve, reject) => {
      stopWaiting = reject
      bytes.next().then(resolve, reject)
    })
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      const next = await nextBytes()
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    // On a dead connection this may never settle.
    void bytes.return?.().catch(() => undefined)
  }
}

type Waiting<K, V> = { key: K; resolve: (value: V) => void; reject: (error: unknown) => void }

/** More concurrent batches only delay the responses of the database. */
const MAX_IN_FLIGHT = 2
const MAX_KEYS = 500

/**
 * A query that is batched: calls made while earlier batches are running go with the next batch, so that a busy moment
 * costs few round trips and a quiet one does not wait. `ask` returns a result for each key, in order; what it throws
 * rejects its whole batch.
 *
 * The `unnest` of the keys in its statement should have a `limit` that is a parameter, the number of keys. For an array that it does
 * not know PostgreSQL assumes ten elements; it then finds a plan that it could keep dearer than one for the keys at hand, and plans
 * the statement anew each time, which takes milliseconds. Behind such a limit it assumes one.
 */
export function inBatches<K, V>(ask: (keys: K[]) => Promise<V[]>): (key: K) => Promise<V> {
  let waiting: Waiting<K, V>[] = []
  let inFlight = 0

  async function send(batch: Waiting<K, V>[]): Promise<void> {
    inFlight++
    try {
      const answers = await ask(batch.map(({ key }) => key))
      if (answers.length !== batch.length) throw new Error(`${batch.length} keys got ${answers.length} answers`)
      batch.forEach(({ resolve }, index) => {
        resolve(answers[index] as V)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    inFlight--
    sendWaiting()
  }

  function sendWaiting(): void {
    if (waiting.length === 0 || inFlight >= MAX_IN_FLIGHT) return
    const batch = waiting.slice(0, MAX_KEYS)
    waiting = waiting.slice(MAX_KEYS)
    void send(batch)
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      // After the present tick of the event loop: requests that arrived together share a batch.
      if (waiting.length === 1) setImmediate(sendWaiting)
    })
}

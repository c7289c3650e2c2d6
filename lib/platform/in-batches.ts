type Waiting<K, V> = { key: K; resolve: (value: V) => void; reject: (error: unknown) => void }

/** More at once only make the database's answers come later. */
const MAX_IN_FLIGHT = 2
const MAX_KEYS = 500

/**
 * A question that is asked for many keys at once: who asks while earlier questions are on their way is asked for with the
 * next, so that a busy moment costs few round trips and a quiet one waits for nobody. `ask` gives an answer for each key,
 * in their order; what it throws goes to everyone in its batch.
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
      // After what the event loop has in hand: requests that came together go together.
      if (waiting.length === 1) setImmediate(sendWaiting)
    })
}

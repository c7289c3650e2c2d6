import http from 'node:http'

export type Watchers = {
  /** Settled when each has had its first event. */
  begun: Promise<unknown>
  /** The last event of each, when all streams have ended. */
  ended: Promise<string[]>
  /** Goes away. */
  leave: () => void
}

/** Opens `count` concurrent event streams of a job, each on a separate connection. */
export function watchJob(baseUrl: string, jobId: string, headers: Record<string, string>, count: number): Watchers {
  const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const watch = () => {
    let onBegun = () => {}
    const begun = new Promise<void>((resolve) => {
      onBegun = resolve
    })
    const ended = new Promise<string>((resolve, reject) => {
      const asked = http.get(`${baseUrl}/v1/jobs/${jobId}/events`, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`a watcher was answered ${answer.statusCode}`))
        let last = ''
        answer.setEncoding('utf8').on('data', (text: string) => {
          if (text.startsWith('event: job')) last = text
          onBegun()
        })
        answer.on('end', () => resolve(last)).on('error', reject)
      })
      asked.on('error', reject)
    })
    return { begun: Promise.race([begun, ended]), ended }
  }
  const all = Array.from({ length: count }, watch)
  const begun = Promise.all(all.map((one) => one.begun))
  const ended = Promise.all(all.map((one) => one.ended))
  // `leave` rejects both promises, even when no caller waits for them.
  for (const outcome of [begun, ended]) outcome.catch(() => undefined)
  return { begun, ended, leave: () => agent.destroy() }
}

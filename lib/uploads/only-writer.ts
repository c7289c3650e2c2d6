import { Problem } from '@/lib/platform/problem'
import { singleton } from '@/lib/platform/singleton'

type Writer = { stop: AbortController; done: Promise<unknown> }

function writers(): Map<string, Writer> {
  return singleton('upload-writers', () => new Map<string, Writer>())
}

/**
 * Does work on an upload while nobody else does in this process. Whoever is at it is stopped: who lost the connection and
 * comes back is here before the server has noticed that the old one is dead. The signal says when somebody came later.
 */
export async function asOnlyWriter<T>(uploadId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  for (let other = writers().get(uploadId); other; other = writers().get(uploadId)) {
    other.stop.abort(new Problem('upload_incomplete', { detail: 'Another connection goes on with this file.' }))
    await other.done
  }
  const stop = new AbortController()
  const working = work(stop.signal)
  const done = working.then(
    () => undefined,
    () => undefined,
  )
  const writer = { stop, done }
  writers().set(uploadId, writer)
  try {
    return await working
  } finally {
    if (writers().get(uploadId) === writer) writers().delete(uploadId)
  }
}

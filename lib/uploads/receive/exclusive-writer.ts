import { singleton } from '@/lib/core/concurrency/singleton'
import { withDeadline } from '@/lib/core/concurrency/start-deadline'
import { withAdvisoryLock } from '@/lib/core/db/advisory-lock'
import { Problem } from '@/lib/core/problem/problem'

/** This process fails if the writer in another process has not ended by then. */
const LONGEST_WAIT_MS = 10_000

type Writer = { stop: AbortController; done: Promise<unknown> }

function writers(): Map<string, Writer> {
  return singleton('upload-writers', () => new Map<string, Writer>())
}

function taken(): Problem {
  return new Problem('upload_incomplete', { detail: 'Another connection is uploading this file.' })
}

/** Runs work while no other process writes to the upload. */
function exceptElsewhere<T>(uploadId: string, work: () => Promise<T>): Promise<T> {
  return withDeadline({ timeoutMs: LONGEST_WAIT_MS, late: taken }, (signal) =>
    withAdvisoryLock(`upload:${uploadId}`, signal, work),
  )
}

/** Stops the request that writes to an upload in this process, and waits until it has ended. It fails with `reason`. */
export async function stopWriter(uploadId: string, reason: Problem): Promise<void> {
  for (let writer = writers().get(uploadId); writer; writer = writers().get(uploadId)) {
    writer.stop.abort(reason)
    await writer.done
  }
}

/**
 * Runs work on an upload while no other work on it runs, in this process or another. Stops a writer in this process,
 * because a client that lost its connection may return before the server notices that the old one is dead. The signal
 * aborts when a later writer arrives. Throws `upload_incomplete` when a writer in another process does not end.
 */
export async function withExclusiveWriter<T>(uploadId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  // The first of several that wait for the same writer continues, and is stopped by the next.
  while (writers().has(uploadId)) await stopWriter(uploadId, taken())
  const stop = new AbortController()
  const working = exceptElsewhere(uploadId, () => work(stop.signal))
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

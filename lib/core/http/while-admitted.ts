import type { Actor } from '../actor'
import { subscribe } from '../db/notifications'
import { log } from '../log'

/** The PostgreSQL channel that names a user one of whose credentials was withdrawn (`credential_notify_withdrawn`). */
const CREDENTIAL_CHANNEL = 'verbatim_credential'

type Admission = { actor: Actor; isStillAdmitted: () => Promise<boolean> }

/**
 * Yields what a watch yields until the caller's credential is withdrawn: an API key regenerated, a session or connection
 * ended, an account suspended. The watch then ends as if the client had left.
 */
export async function* whileAdmitted<T>(
  { actor, isStillAdmitted }: Admission,
  watch: (signal: AbortSignal) => AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const ended = new AbortController()
  const end = () => ended.abort()
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  const check = async () => {
    try {
      if (!(await isStillAdmitted())) end()
    } catch (error) {
      // Without a database nothing is watched either: the client asks again, and is identified anew.
      log.warn('A credential could not be checked, so its stream was ended.', { error })
      end()
    }
  }
  const unsubscribe = await subscribe(CREDENTIAL_CHANNEL, (userId) => {
    if (userId === null || userId === actor.userId) void check()
  })
  try {
    // The credential may have been withdrawn just before the listener was added.
    await check()
    yield* watch(ended.signal)
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', end)
  }
}

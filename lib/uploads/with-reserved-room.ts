import { pool } from '@/lib/platform/db'
import { log } from '@/lib/platform/log'

const EXTEND_EVERY_MS = 60_000
const EXTEND = `update upload set expires_at = greatest(expires_at, now() + interval '3 minutes')
  where id = $1 and state = 'signed'`

/** Room is kept until a target expires: while bytes come, that is put off. */
async function extend(uploadId: string): Promise<void> {
  await pool().query(EXTEND, [uploadId])
}

/**
 * Does what receives an upload's bytes, and keeps the upload's room for as long as that takes, also past the time at which
 * its address expires. Of a process that dies meanwhile the room is free again a few minutes later.
 */
export async function withReservedRoom<T>(uploadId: string, work: () => Promise<T>): Promise<T> {
  await extend(uploadId)
  const timer = setInterval(() => {
    extend(uploadId).catch((error) => log.warn('the room of an upload could not be kept', { error }))
  }, EXTEND_EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

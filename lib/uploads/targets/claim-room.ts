import { env } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { extendTarget, insertClaim, type NewTarget, type RoomRequest } from '../upload-table'

/** Room for a file. `bytes`: its length; null: as much as there is room for. */
type Claim = Pick<RoomRequest, 'userId' | 'uploadId' | 'bytes'>

/** How many targets of one user may wait for their files. */
const MAX_OPEN_TARGETS = 1000

/**
 * Claims room for a file within its user's quota, for an existing target or with a new one, and returns how long the file
 * may be. Throws `file_too_large`, `upload_quota_exceeded`, and `too_many_uploads` for a new target past a thousand without a file.
 */
export async function claimRoom(claim: Claim, target: NewTarget | null = null): Promise<number> {
  const { bytes } = claim
  const { UPLOAD_MAX_BYTES: maxBytes, UPLOAD_QUOTA_BYTES: quotaBytes } = env()
  if (bytes !== null && bytes > maxBytes) {
    throw new Problem('file_too_large', { context: { max_bytes: maxBytes, bytes } })
  }
  const maxOpen = target ? MAX_OPEN_TARGETS : null
  const found = await insertClaim({ maxBytes, quotaBytes, maxOpen, ...claim }, target)
  if (typeof found?.used !== 'number') {
    throw new Problem('invalid_credentials', { detail: 'This account has been deleted.' })
  }
  if (maxOpen !== null && found.open >= maxOpen)
    throw new Problem('too_many_uploads', { context: { open: found.open, limit: maxOpen } })
  if (found.room === null) {
    throw new Problem('upload_quota_exceeded', {
      context: { quota_bytes: quotaBytes, used_bytes: found.used },
    })
  }
  return found.room
}

const EXTEND_EVERY_MS = 60_000

/**
 * Runs the work that receives an upload's bytes, and keeps the upload's room until it ends, also past the time at which
 * its address expires. When the process dies, the room is free again a few minutes later.
 */
export async function withReservedRoom<T>(uploadId: string, work: () => Promise<T>): Promise<T> {
  await extendTarget(uploadId)
  const timer = setInterval(() => {
    extendTarget(uploadId).catch((error) =>
      log.warn('the reserved space of an upload could not be extended', { error }),
    )
  }, EXTEND_EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

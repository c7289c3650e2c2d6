import { db } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { Prisma } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'

/** Room for a file. `bytes`: how long it is; null: as long as there is room for. */
export type Claim = { userId: string; uploadId: string; bytes: number | null }

/** What the user's other files take, and what this one is given; each null where there is no such user, or no room. */
type Found = { used: bigint | null; room: bigint | null }

/** Keeps the room of an upload that has its row already. */
function reserveRoom({ uploadId }: Claim): Prisma.Sql {
  return Prisma.sql`
    update upload set size_bytes = claimed.room from claimed where id = ${uploadId}::uuid and state = 'signed'`
}

/**
 * Finds room for a file within what its user's files may take together, and gives how long it may be; of several at once
 * no two are given the same room. In the same statement `write` writes it down, from a table `claimed` with one row where
 * there is room. Throws `file_too_large` and `upload_quota_exceeded`.
 *
 * Nobody waits until it is on the disk: a crash of the database may take back the claims of its last moment, for which no
 * file is stored. What stores one is waited for, and with it all that was written before.
 */
export async function claimRoom(claim: Claim, write: Prisma.Sql = reserveRoom(claim)): Promise<number> {
  const { userId, uploadId, bytes } = claim
  const { UPLOAD_MAX_BYTES: maxBytes, UPLOAD_QUOTA_BYTES: quotaBytes } = env()
  if (bytes !== null && bytes > maxBytes) {
    throw new Problem('file_too_large', { context: { max_bytes: maxBytes, bytes } })
  }
  const [found] = await db().$queryRaw<Found[]>`
    with taken as materialized (
      select used_upload_bytes(${userId}::uuid, ${uploadId}::uuid) as used, set_config('synchronous_commit', 'off', true)
    ),
    claimed as materialized (
      select coalesce(${bytes}::bigint, least(${maxBytes}::bigint, ${quotaBytes}::bigint - used)) as room from taken
      where ${quotaBytes}::bigint - used >= ${bytes ?? 1}::bigint
    ),
    written as (${write})
    select used, room from taken left join claimed on true`
  if (typeof found?.used !== 'bigint') {
    throw new Problem('invalid_credentials', { detail: 'This account has been deleted.' })
  }
  if (found.room === null) {
    throw new Problem('upload_quota_exceeded', {
      context: { quota_bytes: quotaBytes, used_bytes: Number(found.used) },
    })
  }
  return Number(found.room)
}

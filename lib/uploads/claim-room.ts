import { env } from '@/lib/platform/env'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'

/** What files and running uploads of a user take, one of them left out. The user's row is locked until the end. */
async function usedBytes(tx: Prisma.TransactionClient, userId: string, exceptId: string): Promise<number> {
  await tx.$queryRaw`select 1 from users where id = ${userId}::uuid for update`
  const now = new Date()
  const { _sum } = await tx.upload.aggregate({
    _sum: { sizeBytes: true },
    where: {
      userId,
      id: { not: exceptId },
      OR: [{ state: 'stored' }, { state: 'signed', OR: [{ expiresAt: { gt: now } }, { resumableUntil: { gt: now } }] }],
    },
  })
  return Number(_sum.sizeBytes ?? 0)
}

/**
 * Finds room for a file within what its user's files may take together, and gives how long it may be; of several at once
 * no two are given the same room. `bytes`: how long it is; null: as long as there is room for. Throws `file_too_large` and
 * `upload_quota_exceeded`.
 */
export async function claimRoom(
  tx: Prisma.TransactionClient,
  { userId, uploadId, bytes }: { userId: string; uploadId: string; bytes: number | null },
): Promise<number> {
  const { UPLOAD_MAX_BYTES: maxBytes, UPLOAD_QUOTA_BYTES: quotaBytes } = env()
  if (bytes !== null && bytes > maxBytes) {
    throw new Problem('file_too_large', { context: { max_bytes: maxBytes, bytes } })
  }
  const used = await usedBytes(tx, userId, uploadId)
  const left = quotaBytes - used
  if (left < (bytes ?? 1)) {
    throw new Problem('upload_quota_exceeded', { context: { quota_bytes: quotaBytes, used_bytes: used } })
  }
  return bytes ?? Math.min(maxBytes, left)
}

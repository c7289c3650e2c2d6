import type { Db } from '@/lib/platform/db'

/** How many seconds of a media a user has already paid for, in any of these languages. */
export async function paidSeconds(
  tx: Db,
  { userId, mediaId, langs }: { userId: string; mediaId: string; langs: readonly string[] },
): Promise<number> {
  const { _max } = await tx.usageCharge.aggregate({
    where: { userId, mediaId, lang: { in: [...langs] } },
    _max: { seconds: true },
  })
  return _max.seconds ?? 0
}

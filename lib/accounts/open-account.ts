import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'

export type OpenAccount = { id: string; email: string; emailVerified: Date | null }

/**
 * The account of somebody who has just proved that an email address is theirs: made if there is none, however often
 * they come at once. It has no key yet: `ensureApiKey` creates one where its plaintext can be shown.
 */
export async function openAccount(email: string): Promise<OpenAccount> {
  const emailVerified = new Date()
  await db().user.createMany({ data: [{ id: newId(), email, emailVerified }], skipDuplicates: true })
  return db().user.findUniqueOrThrow({ where: { email }, select: { id: true, email: true, emailVerified: true } })
}

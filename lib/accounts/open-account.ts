import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'

export type OpenAccount = { id: string; email: string; emailVerified: Date | null }

/**
 * Returns the account of a proven email address, and creates it if there is none; concurrent calls create only one. A
 * new account has no key: `ensureApiKey` creates one where its plaintext can be shown.
 */
export async function openAccount(email: string): Promise<OpenAccount> {
  const emailVerified = new Date()
  await db().user.createMany({ data: [{ id: newId(), email, emailVerified }], skipDuplicates: true })
  return db().user.findUniqueOrThrow({ where: { email }, select: { id: true, email: true, emailVerified: true } })
}

import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { makeApiKey } from './api-keys/default-key'

export type NewUser = { userId: string; email: string; tier: string; apiKey: string }

/**
 * Creates an account on a granted tier, and returns its key in plaintext this once. `isLocal` marks the account of the
 * user of this machine. Throws when the email is not an address or already has an account.
 */
export async function createUser(input: { email: string; tier: string; isLocal?: boolean }): Promise<NewUser> {
  const email = input.email.trim().toLowerCase()
  if (!/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(email)) throw new Error(`${input.email} is not an email address.`)
  if (await db().user.findUnique({ where: { email } })) throw new Error(`${email} has an account already.`)
  const { key, row } = makeApiKey()
  const id = newId()
  const user = await db().user.create({
    data: {
      id,
      email,
      grantedTier: input.tier,
      isLocal: input.isLocal ? true : null,
      apiKeys: { create: { ...row, id: newId(), defaultOf: id } },
    },
  })
  return { userId: user.id, email, tier: user.grantedTier, apiKey: key }
}

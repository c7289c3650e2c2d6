import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { makeApiKey } from './api-keys/default-key'

export type NewUser = { userId: string; email: string; tier: string; apiKey: string }

/**
 * Makes an account on a granted tier with its key, whose plaintext is given this once. `isLocal` marks the account that acts for whoever
 * sits at this machine. Throws when the email is no address or has an account already.
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

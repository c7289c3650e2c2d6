import { PrismaAdapter } from '@auth/prisma-adapter'
import type { Adapter } from 'next-auth/adapters'
import { openAccount } from '@/lib/accounts/open-account'
import { db } from '@/lib/platform/db'
import { restoreUsedSeconds } from '@/lib/usage/former-usage'
import { useInvitation } from './may-sign-up'

type Link = { provider: string; providerAccountId: string; userId: string }

/** How next-auth keeps accounts, links and whom they belong to. Of what an issuer gives nothing is kept but who it is. */
export function signInAdapter(): Adapter {
  return {
    ...PrismaAdapter(db()),
    createUser: async ({ email }: { email: string }) => {
      const account = await openAccount(email)
      await restoreUsedSeconds(account)
      await useInvitation(email)
      return account
    },
    linkAccount: async ({ provider, providerAccountId, userId }: Link) => {
      await db().account.create({ data: { provider, providerAccountId, userId } })
    },
  }
}

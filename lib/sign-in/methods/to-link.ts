import { env } from '@/lib/core/env'
import { returnPath } from '../return-path/return-path'

/**
 * The link that is mailed, of the address that next-auth would mail. It leads to a page with a button, because programs
 * that look through mails open what they find there.
 */
export function toLink(callbackAddress: string): string {
  const { searchParams } = new URL(callbackAddress)
  const parameters = new URLSearchParams({
    token: searchParams.get('token') ?? '',
    email: searchParams.get('email') ?? '',
    callbackUrl: returnPath(searchParams.get('callbackUrl')),
  })
  return `${env().baseUrl}/sign-in/confirm?${parameters}`
}

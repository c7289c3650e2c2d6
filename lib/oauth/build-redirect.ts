import { issuer } from './issuer'

/**
 * The address that takes an answer back to a client: its redirect URI, untouched, with the answer in the query and our
 * name in `iss`, so that no other server's answer can be taken for it (RFC 9207).
 */
export function buildRedirect(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...answer, iss: issuer() })) if (value !== null) query.set(name, value)
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}

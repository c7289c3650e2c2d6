import type { OAuthConfig } from 'next-auth/providers/oauth'
import { z } from 'zod'
import { withDeadline } from '@/lib/core/concurrency/start-deadline'
import { type Identity, toProfile } from './identity'

const TIMEOUT_MS = 10_000

const userSchema = z.object({ id: z.int() })
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

type App = { url: string; clientId: string; clientSecret: string }

/** GitHub's API: a separate host, or a path of an Enterprise Server. */
function apiOf(url: string): string {
  return new URL(url).host === 'github.com' ? 'https://api.github.com' : `${url}/api/v3`
}

function ask(address: string, accessToken: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json' }
  return withDeadline({ timeoutMs: TIMEOUT_MS }, async (signal) => {
    const response = await fetch(address, { headers, signal })
    if (!response.ok) throw new Error(`GitHub answered ${response.status} at ${new URL(address).pathname}.`)
    return response.json()
  })
}

async function fetchIdentity(url: string, accessToken: string): Promise<Identity> {
  const api = apiOf(url)
  const { id } = userSchema.parse(await ask(`${api}/user`, accessToken))
  const emails = emailsSchema.parse(await ask(`${api}/user/emails`, accessToken))
  const primary = emails.find((one) => one.primary)
  return { iss: url, sub: String(id), email: primary?.email ?? '', email_verified: primary?.verified === true }
}

/** Signing in with GitHub, by the account's primary address, which GitHub has verified. */
export function gitHubProvider({ url: given, clientId, clientSecret }: App): OAuthConfig<Identity> {
  const url = given.replace(/\/$/, '')
  return {
    id: 'github',
    name: 'GitHub',
    type: 'oauth',
    authorization: { url: `${url}/login/oauth/authorize`, params: { scope: 'user:email' } },
    token: { url: `${url}/login/oauth/access_token` },
    checks: ['pkce', 'state'],
    clientId,
    clientSecret,
    // Safe, because `maySignIn` refuses an address that GitHub has not verified.
    allowDangerousEmailAccountLinking: true,
    userinfo: { request: ({ tokens }) => fetchIdentity(url, tokens.access_token ?? '') },
    profile: toProfile,
  }
}

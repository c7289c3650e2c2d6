import type { OAuthConfig } from 'next-auth/providers/oauth'
import { z } from 'zod'
import { withDeadline } from '@/lib/core/concurrency/start-deadline'
import { env } from '@/lib/core/env'
import type { SignInMethods } from '../contract'
import { type Identity, identitySchema, toProfile } from './identity'

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
function gitHubProvider({ url: given, clientId, clientSecret }: App): OAuthConfig<Identity> {
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

type Issuer = { id: string; name: string; issuer: string; clientId: string; clientSecret: string }

/** The claims of an ID token whose signature, issuer, audience and nonce have been checked. */
function parseClaims(idToken: string | undefined): Identity {
  const payload = idToken?.split('.')[1] ?? ''
  return identitySchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
}

/** Signing in with an OpenID Connect issuer: the code flow with state, nonce and PKCE. */
function oidcProvider({ id, name, issuer, clientId, clientSecret }: Issuer): OAuthConfig<Identity> {
  return {
    id,
    name,
    type: 'oauth',
    wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    authorization: { params: { scope: 'openid email' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    clientId,
    clientSecret,
    // Safe, because `maySignIn` refuses an address that the issuer has not verified.
    allowDangerousEmailAccountLinking: true,
    userinfo: {
      async request({ client, tokens }) {
        const claims = parseClaims(tokens.id_token)
        if (claims.email !== '') return claims
        const { iss, sub } = claims
        const reported = identitySchema.parse({ iss, ...(await client.userinfo(tokens.access_token ?? '')) })
        // OpenID Connect Core §5.3.4: else a token could be another's.
        if (reported.sub !== sub) throw new Error('The user info of the issuer has another subject than its ID token.')
        return { ...reported, iss }
      },
    },
    profile: toProfile,
  }
}

/** The configured external sign-in providers. */
export function issuers(): OAuthConfig<Identity>[] {
  const set = env()
  const found: OAuthConfig<Identity>[] = []
  if (set.OIDC_ISSUER && set.OIDC_CLIENT_ID && set.OIDC_CLIENT_SECRET) {
    const client = { clientId: set.OIDC_CLIENT_ID, clientSecret: set.OIDC_CLIENT_SECRET }
    found.push(oidcProvider({ id: 'oidc', name: set.OIDC_NAME, issuer: set.OIDC_ISSUER, ...client }))
  }
  if (set.GITHUB_CLIENT_ID && set.GITHUB_CLIENT_SECRET) {
    const client = { clientId: set.GITHUB_CLIENT_ID, clientSecret: set.GITHUB_CLIENT_SECRET }
    found.push(gitHubProvider({ url: set.GITHUB_URL, ...client }))
  }
  if (set.GOOGLE_CLIENT_ID && set.GOOGLE_CLIENT_SECRET) {
    const client = { clientId: set.GOOGLE_CLIENT_ID, clientSecret: set.GOOGLE_CLIENT_SECRET }
    found.push(oidcProvider({ id: 'google', name: 'Google', issuer: 'https://accounts.google.com', ...client }))
  }
  return found
}

/** Whether links to sign in can be had: by mail or, in local mode without a mail server, printed. */
export function hasLinks(): boolean {
  return env().MAIL_SERVER !== undefined || env().localMode
}

/** The ways in, as the page shows them. `isLocal`: to a browser that acts as the local account. */
export function signInMethods(isLocal = false): SignInMethods {
  const unmailed = isLocal ? 'shown' : 'printed'
  return {
    link: env().MAIL_SERVER ? 'mailed' : env().localMode ? unmailed : null,
    issuers: issuers().map(({ id, name }) => ({ id, name })),
  }
}

import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type http from 'node:http'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'

/** The issuer's claims about a person: in the ID token, and where it is asked for more. */
export type Person = { sub: string; claims?: Record<string, unknown>; userinfo?: Record<string, unknown> }

/** Changes to an ID token by an attacker. */
type Tampering = { claims?: Record<string, unknown>; signature?: string }

export type OidcIssuer = {
  url: string
  clientId: string
  clientSecret: string
  /** Where the issuer sends the browser back, when this person has agreed to what an authorization address asks for. */
  approve: (authorizationUrl: string, person: Person) => URL
  /** Sets the person at the issuer's page, who approves every request immediately. */
  visitor: (person: Person) => void
  /** Where its page is. */
  authorizeAt: (path: string) => void
  /** How the next ID token comes out wrong. */
  tamper: (how: Tampering) => void
  close: () => Promise<void>
}

type Code = { person: Person; nonce: string | null; challenge: string | null; redirectUri: string | null }

const toBase64Url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function readForm(request: http.IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const part of request) text += String(part)
  return new URLSearchParams(text)
}

/**
 * An OpenID Connect issuer on loopback (OpenID Connect Core, Discovery): the code flow with PKCE and RS256. It also answers
 * under `/api/v3` and `/login/oauth` as a GitHub Enterprise Server does. A code works once.
 */
export async function startOidcIssuer(): Promise<OidcIssuer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const client = { clientId: 'verbatim', clientSecret: randomUUID() }
  const codes = new Map<string, Code>()
  const tokens = new Map<string, Person>()
  let tampering: Tampering = {}
  let atThePage: Person | null = null
  let page = '/authorize'

  function idToken({ person, nonce }: Code): string {
    const now = Math.floor(Date.now() / 1000)
    const standard = { iss: url, aud: client.clientId, sub: person.sub, iat: now, exp: now + 300, nonce }
    const payload = { ...standard, ...person.claims, ...tampering.claims }
    const input = `${toBase64Url({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${toBase64Url(payload)}`
    const signature = tampering.signature ?? sign('RSA-SHA256', Buffer.from(input), privateKey).toString('base64url')
    tampering = {}
    return `${input}.${signature}`
  }

  function respond(form: URLSearchParams, authorization: string): { status: number; body: unknown } {
    const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = code?.challenge === challenge && code.redirectUri === form.get('redirect_uri')
    if (authorization !== `Basic ${basic}`) return { status: 401, body: { error: 'invalid_client' } }
    if (!code || !isRight) return { status: 400, body: { error: 'invalid_grant' } }
    const accessToken = randomUUID()
    tokens.set(accessToken, code.person)
    const body = { access_token: accessToken, token_type: 'Bearer', expires_in: 300 }
    return { status: 200, body: code.nonce === null ? body : { ...body, id_token: idToken(code) } }
  }

  function answer(path: string, person: Person | undefined): unknown {
    if (path === '/.well-known/openid-configuration') {
      const [authorization_endpoint, token_endpoint] = [`${url}${page}`, `${url}/token`]
      const also = { userinfo_endpoint: `${url}/userinfo`, jwks_uri: `${url}/jwks`, response_types_supported: ['code'] }
      return { issuer: url, authorization_endpoint, token_endpoint, ...also }
    }
    if (path === '/jwks')
      return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }
    if (!person) return undefined
    if (path === '/userinfo') return { sub: person.sub, ...person.userinfo }
    if (path === '/api/v3/user') return { id: Number(person.sub), login: 'somebody' }
    if (path === '/api/v3/user/emails') return person.userinfo?.emails
    return undefined
  }

  function approve(authorizationUrl: string, person: Person): URL {
    const { searchParams: asked } = new URL(authorizationUrl)
    const code = randomUUID()
    const [nonce, challenge, redirectUri] = ['nonce', 'code_challenge', 'redirect_uri'].map((name) => asked.get(name))
    codes.set(code, { person, nonce: nonce ?? null, challenge: challenge ?? null, redirectUri: redirectUri ?? null })
    const back = new URL(redirectUri ?? '')
    back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()
    return back
  }

  const { url, stop } = await listenOnLoopback(async (request, response) => {
    const { pathname, href } = new URL(request.url ?? '/', 'http://issuer')
    if (pathname === '/authorize' && atThePage) {
      response.writeHead(302, { location: approve(href, atThePage).href }).end()
      return
    }
    const { authorization = '' } = request.headers
    const isToken = /^\/(?:token|login\/oauth\/access_token)$/.test(pathname) && request.method === 'POST'
    const body = answer(pathname, tokens.get(authorization.replace(/^Bearer /, '')))
    const given = isToken ? respond(await readForm(request), authorization) : { status: body ? 200 : 404, body }
    response.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.body ?? {}))
  })

  return {
    url,
    ...client,
    approve,
    visitor(person) {
      atThePage = person
    },
    authorizeAt(path) {
      page = path
    },
    tamper(how) {
      tampering = how
    },
    close: stop,
  }
}

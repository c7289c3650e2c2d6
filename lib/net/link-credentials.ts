import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import { sealRepeatably, unseal } from '@/lib/core/secrets/seal'
import { judgeUrl } from './guard/judge-url'

/** The user name of a sealed link, whose password is the token. */
const SEALED = 'sealed'
const SEALED_LINK = /^https?:\/\/sealed:[\w-]{1,8192}@/
const PURPOSE = 'link credentials'

/** The user name and password of a link, and whose they are. */
type Credentials = { userId: string; username: string; password: string }

/** A link as it is opened. */
export type ReadLink = {
  /** Without the token. */
  url: URL
  /** With the token, where the link has one: as it is stored. */
  href: string
  /** The header by which it opens; null for a link that opens without. */
  authorization: string | null
  /** The account at the origin by which it opens, and whose link it is, whatever the password; null likewise. */
  account: string | null
}

function withToken(url: URL, token: string): string {
  const sealed = new URL(url)
  sealed.username = SEALED
  sealed.password = token
  return sealed.href
}

/** A link without its user name and password. */
export function withoutUserinfo(url: URL): URL {
  const plain = new URL(url)
  plain.username = ''
  plain.password = ''
  return plain
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Whether a link of a user holds a user name or a password. */
export function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}

/** Whether a stored link holds sealed credentials. */
export function isSealed(link: string): boolean {
  return SEALED_LINK.test(link)
}

/**
 * Seals the user name and password of a link for a user: a token takes their place, by which this service alone opens links
 * of the same origin. Equal links of a user have equal tokens. Throws `blocked_url` for a link that is sealed already, and what `judgeUrl`
 * throws for the rest of it.
 */
export function sealCredentials(userId: string, link: URL): string {
  const url = judgeUrl(isSealed(link.href) ? link : withoutUserinfo(link))
  const credentials: Credentials = { userId, username: decoded(link.username), password: decoded(link.password) }
  const token = sealRepeatably(PURPOSE, url.origin, JSON.stringify(credentials))
  return withToken(url, Buffer.from(token).toString('base64url'))
}

function unsealToken(token: string, origin: string): Credentials {
  try {
    return JSON.parse(unseal(PURPOSE, origin, Buffer.from(token, 'base64url')))
  } catch (cause) {
    throw new Problem('source_login_required', {
      detail: 'The stored user name and password of this feed can no longer be read. Enter the feed again with both.',
      cause,
    })
  }
}

/**
 * Reads a stored link, or one that a source names: judged as `judgeUrl` does, with the credentials that are sealed in it. Pasted links
 * go to `judgeUrl`, which refuses sealed ones too. Throws what `judgeUrl` throws, and `source_login_required` for a token of another origin
 * or another `VERBATIM_SECRET`.
 */
export function readLink(link: string | URL): ReadLink {
  const given = parseUrl(String(link))
  if (!given || !isSealed(given.href)) {
    const url = judgeUrl(link)
    return { url, href: url.href, authorization: null, account: null }
  }
  const url = judgeUrl(withoutUserinfo(given))
  const { userId, username, password } = unsealToken(given.password, url.origin)
  return {
    url,
    href: withToken(url, given.password),
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    account: JSON.stringify([userId, url.origin, username]),
  }
}

/**
 * Gives the links that a document names the sealed credentials of the link that led to it, those of the same origin alone. Undefined
 * where that link has none.
 */
export function credentialsFor(link: string): ((address: string) => string) | undefined {
  if (!isSealed(link)) return undefined
  const { origin, password: token } = new URL(link)
  return (address) => {
    const url = new URL(address)
    return url.origin === origin && !hasCredentials(url) ? withToken(url, token) : address
  }
}

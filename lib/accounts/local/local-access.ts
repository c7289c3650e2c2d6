import { timingSafeEqual } from 'node:crypto'
import { singleton } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { hashToken, isWellFormedToken, newToken } from '@/lib/core/secrets/tokens'
import { LOCAL_LINK_PATH } from './contract'

export const LOCAL_TOKEN_PREFIX = 'vbl_'
const LINK_PREFIX = 'vbb_'

/** How long a local link works, if it has not been used before. */
const LOCAL_LINK_HOURS = 24

/** The most unopened links. Beyond that the oldest ones are deleted. */
const MAX_LINKS = 100

type LocalAccess = {
  /** The hash of the token that programs on this machine read from its file. */
  tokenHash: Uint8Array | null
  /** The expiry of each unused link, by its hash. */
  links: Map<string, number>
}

/** Known to this process alone: with the next start the token is another one, and links made before it are void. */
function access(): LocalAccess {
  return singleton('local-access', () => ({ tokenHash: null, links: new Map<string, number>() }))
}

const hashName = (token: string) => Buffer.from(hashToken(token)).toString('base64url')

/** Makes the token by which programs on this machine act as the local account, in place of any made before. */
export function issueLocalToken(): string {
  const token = newToken(LOCAL_TOKEN_PREFIX)
  access().tokenHash = hashToken(token)
  return token
}

/** Whether a bearer's token is the one that `issueLocalToken` made last. */
export function isLocalToken(token: string): boolean {
  const { tokenHash } = access()
  return tokenHash !== null && timingSafeEqual(hashToken(token), tokenHash)
}

/** Makes a link that signs one browser on this machine in to the local account, once, and leads to `path`. */
export function createLocalLink(path = '/'): string {
  const { links } = access()
  const token = newToken(LINK_PREFIX)
  const oldest = links.keys().next().value
  if (links.size >= MAX_LINKS && oldest !== undefined) links.delete(oldest)
  links.set(hashName(token), Date.now() + LOCAL_LINK_HOURS * 3_600_000)
  const parameters = new URLSearchParams({ token, ...(path === '/' ? {} : { callbackUrl: path }) })
  return `${env().baseUrl}${LOCAL_LINK_PATH}?${parameters}`
}

/** Uses a local link's token up. Returns whether it was still good. */
export function redeemLocalLink(token: string): boolean {
  if (!isWellFormedToken(token, LINK_PREFIX)) return false
  const { links } = access()
  const name = hashName(token)
  const endsAt = links.get(name)
  links.delete(name)
  return endsAt !== undefined && Date.now() < endsAt
}

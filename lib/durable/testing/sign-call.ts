import { createHash, createHmac } from 'node:crypto'

/** Members in order, as RFC 8785 has them. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]))
}

/** The `x-inngest-signature` of a body, as an Inngest server makes it. For tests. */
export function signCall(body: unknown, signingKey: string, atMs = Date.now()): string {
  const seconds = String(Math.floor(atMs / 1000))
  const key = signingKey.replace(/^signkey-\w+-/, '')
  const hash = createHmac('sha256', key)
    .update(JSON.stringify(canonical(body)))
    .update(seconds)
  return `t=${seconds}&s=${hash.digest('hex')}`
}

/** The authorization of functions that register with a server: the key's prefix and the SHA-256 of its bytes. For tests. */
export function registrationToken(signingKey: string): string {
  const [prefix = ''] = /^signkey-\w+-/.exec(signingKey) ?? []
  const bytes = Buffer.from(signingKey.slice(prefix.length), 'hex')
  return `Bearer ${prefix}${createHash('sha256').update(bytes).digest('hex')}`
}

import { createHash } from 'node:crypto'

const CHARACTERS = 22

/** The part of a recording's identity that comes from the secret in its link: a caller without the secret must not get its text. */
export function accessKey(secret: string | null): string {
  return secret === null ? '' : createHash('sha256').update(secret).digest('base64url').slice(0, CHARACTERS)
}

const QUOTED_CHARACTERS = 500

/** An error in words, down to what caused it. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${inWords(error.cause)}`
}

/**
 * A copy of an error for the log: shortened, without the secrets, and without the addresses of recordings, which may
 * grant access to them.
 */
export function withoutSecrets(error: unknown, secrets: readonly string[]): Error {
  const redacted = secrets
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '***'), inWords(error))
  return new Error(redacted.replaceAll(/https?:\/\/[^\s"'<>]+/g, 'its address').slice(0, QUOTED_CHARACTERS))
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/i

/**
 * The origin of a server, as a person types it. Without a scheme it is https, and http on this computer. Null: no URL, or one of
 * another computer without encryption, to which tokens would go in clear text.
 */
export function parseServer(typed: string): string | null {
  const text = typed.trim()
  // Browsers differ in whether they take a host with spaces.
  if (/\s/.test(text)) return null
  const full = /^https?:\/\//i.test(text) ? text : `${LOOPBACK.test(text) ? 'http' : 'https'}://${text}`
  try {
    const { origin, protocol, host, username, password } = new URL(full)
    const isPrivate = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(host))
    return username === '' && password === '' && isPrivate ? origin : null
  } catch {
    return null
  }
}

/** A server in short: its host. */
export function hostOf(server: string): string {
  return new URL(server).host
}

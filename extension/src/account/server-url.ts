const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:\/|$)/i

/** The origin of a server, as a person types it. Without a scheme it is https, and http on this computer. Null: no URL. */
export function parseServer(typed: string): string | null {
  const text = typed.trim()
  // Browsers differ in whether they take a host with spaces.
  if (/\s/.test(text)) return null
  const full = /^https?:\/\//i.test(text) ? text : `${LOOPBACK.test(text) ? 'http' : 'https'}://${text}`
  try {
    const { origin, username, password } = new URL(full)
    return username === '' && password === '' && origin !== 'null' ? origin : null
  } catch {
    return null
  }
}

/** A server in short: its host. */
export function hostOf(server: string): string {
  return new URL(server).host
}

/** The names under which a machine reaches itself, as an address has them: IPv6 in brackets. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether an address to listen on is this machine's own. An IPv6 `host` has no brackets. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_HOSTS.has(host.includes(':') ? `[${host}]` : host)
}

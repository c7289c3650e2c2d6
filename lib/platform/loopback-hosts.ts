/** The names under which a machine reaches itself, as an address has them: IPv6 in brackets. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

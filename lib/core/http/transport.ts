import { env } from '../env'

/** Whether the service is reached over https, as its base URL says. */
const isOverHttps = () => env().baseUrl.startsWith('https:')

/** The header of every response that keeps browsers on https; null for a service that is reached over http. */
export function strictTransport(): [name: string, value: string] | null {
  return isOverHttps() ? ['strict-transport-security', 'max-age=31536000'] : null
}

/** The attributes of every cookie of the service: no script reads it, no other site sends it, and over https it stays there. */
export function cookieAttributes() {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isOverHttps() } as const
}

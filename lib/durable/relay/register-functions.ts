import { env } from '@/lib/core/env'
import type { Handler } from '../context'

/** The path at which an Inngest server calls the functions; 404 with the embedded executor. */
export const FUNCTIONS_PATH = '/api/inngest'

/** The result of a registration: the server has it, it refuses the signing key, or it cannot be reached now. */
export type Registering =
  | { kind: 'registered' }
  | { kind: 'keyRefused'; reason: string }
  | { kind: 'unavailable'; reason: string }

/** The SDK's response when the server itself has refused: the response of a proxy has other words. */
const REGISTERED = 'Successfully registered'
const KEY_REFUSED = /^(?:401|403)$/
const STATUS_IN_MESSAGE = /status code: (\d{3})/

/** The SDK's response: status and message are the server's, unless it sent no message. */
function readAnswer(status: number, message: string): Registering {
  if (status === 200 && message === REGISTERED) return { kind: 'registered' }
  const said = STATUS_IN_MESSAGE.exec(message)?.[1] ?? String(status)
  const reason = `${said}: ${message.slice(0, 300)}`
  return { kind: KEY_REFUSED.test(said) ? 'keyRefused' : 'unavailable', reason }
}

/**
 * Registers the functions and their address with the Inngest server, through the endpoint in this process: `endpoint`
 * is the handler of FUNCTIONS_PATH. Does not throw.
 */
export async function registerFunctions(endpoint: Handler): Promise<Registering> {
  try {
    const url = new URL(FUNCTIONS_PATH, env().baseUrl)
    const response = await endpoint(new Request(url, { method: 'PUT', headers: { host: url.host } }))
    const body = (await response.json()) as { message?: unknown }
    return readAnswer(response.status, String(body.message ?? ''))
  } catch (error) {
    return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
  }
}

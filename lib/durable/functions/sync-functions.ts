import { z } from 'zod'
import type { Handler } from '../context'
import { protocolRequest, SERVE_URL } from '../runs/call-function'
import type { DurableFunction } from './durable-function'
import { parseFunction } from './parse-function'

const answer = z.object({ functions: z.array(z.unknown()) })

/**
 * Asks the served app for its functions: an in-band sync of the SDK's protocol. Returns them by id. Throws
 * UnsupportedFunctionError when one uses what the embedded executor doesn't do.
 */
export async function syncFunctions(handler: Handler): Promise<Map<string, DurableFunction>> {
  const request = protocolRequest('PUT', new URL(SERVE_URL), { url: SERVE_URL }, { 'x-inngest-sync-kind': 'in_band' })
  const response = await handler(request)
  if (response.status !== 200)
    throw new Error(`the functions did not sync: ${response.status} ${await response.text()}`)
  const { functions } = answer.parse(await response.json())
  return new Map(functions.map(parseFunction).map((fn) => [fn.id, fn]))
}

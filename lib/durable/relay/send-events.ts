import { z } from 'zod'
import { parseJson } from '@/lib/core/parse-json'
import type { InngestServer } from '../inngest-settings'
import type { OutboxEvent } from './outbox-table'

/** The result of a request: the server has the events, it refuses these very events, or it cannot be reached now. */
export type Sending =
  | { kind: 'taken' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string; retryAfterMs: number | null; keyRefused: boolean }

/** The address for events of Inngest Cloud. */
const CLOUD_EVENTS_URL = 'https://inn.gs'

/** The statuses of faulty events; any other one is about the server, the connection to it, or the keys. */
const REFUSALS = new Set([400, 406, 409, 412, 413, 422])

const KEY_REFUSALS = new Set([401, 403])

const taken = z.object({ ids: z.array(z.string()), status: z.literal(200), error: z.undefined().optional() })
const complaint = z.object({ error: z.string() })

function retryAfterMs(header: string | null): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

/** The response of a server. Only its own confirmation of every event counts, not the page of a proxy. */
async function readAnswer(response: Response, count: number): Promise<Sending> {
  const body = parseJson(await response.text())
  if (response.ok && taken.safeParse(body).data?.ids.length === count) return { kind: 'taken' }
  const said = complaint.safeParse(body).data?.error.slice(0, 300)
  const reason = `${response.status}: ${said ?? (response.ok ? 'no confirmation of the events' : response.statusText)}`
  if (REFUSALS.has(response.status)) return { kind: 'refused', reason }
  const keyRefused = KEY_REFUSALS.has(response.status)
  return { kind: 'unavailable', reason, retryAfterMs: retryAfterMs(response.headers.get('retry-after')), keyRefused }
}

/** Sends events to an Inngest server: its event API, `POST /e/<key>` with a list of events. Does not throw. */
export async function sendEvents(
  server: Pick<InngestServer, 'baseUrl' | 'eventKey'>,
  events: readonly OutboxEvent[],
  signal: AbortSignal,
): Promise<Sending> {
  const url = `${server.baseUrl ?? CLOUD_EVENTS_URL}/e/${encodeURIComponent(server.eventKey)}`
  const body = JSON.stringify(events.map(({ id, name, body: event }) => ({ ...event, id, name })))
  try {
    const headers = { 'content-type': 'application/json', 'user-agent': 'verbatim' }
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
    return await readAnswer(response, events.length)
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error))
    // The cause says what happened to the connection; neither names the address, which holds the key.
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message
    return { kind: 'unavailable', reason, retryAfterMs: null, keyRefused: false }
  }
}

import { z } from 'zod'
import { Problem } from '@/lib/core/problem/problem'
import { readAnswer } from '@/lib/sources/extractors/read-answer'
import type { ApiAnswer, PageRules } from '@/lib/sources/recognise/recognised'

const VIEWER = 'https://vimeo.com/_next/viewer'
const EVENTS = 'https://api.vimeo.com/live_events'
const VIDEO_URI = /^\/videos\/(\d{1,20})(?::([\da-f]{8,40}))?$/

const viewerSchema = z.object({ jwt: z.string() })
const videosSchema = z.object({
  data: z.array(z.object({ uri: z.string(), live: z.object({ status: z.string().nullish() }).nullish() })),
})
const refusalSchema = z.object({ error_code: z.number() })

/** The meanings of the API's error codes for an event that only some may see. */
const REFUSED: ReadonlyMap<number, string> = new Map([
  [2204, 'This event opens only with a password. Upload the file instead.'],
  [3200, 'This event plays only on the web page it was made for. Upload the file instead.'],
])

function read<T>(schema: z.ZodType<T>, { json, problem }: ApiAnswer): T {
  if (problem === null) return readAnswer(() => schema.parse(json))
  const code = refusalSchema.safeParse(json).data?.error_code
  const detail = code === undefined ? undefined : REFUSED.get(code)
  throw detail === undefined ? problem : new Problem('source_private', { detail })
}

/**
 * Finds the latest video of an event (`/event/ID`, `/event/ID/HASH`) as the page of the event does. Throws `source_not_started` for an
 * event that has none yet.
 */
export const latestOfEvent: Extract<PageRules, { linkOn: unknown }>['linkOn'] = async (page, ask) => {
  const [, , id, hash] = page.pathname.split('/')
  const { jwt } = read(viewerSchema, await ask(VIEWER, { accept: 'application/json' }))
  const videos = `${EVENTS}/${id}${hash ? `:${hash}` : ''}/videos?fields=uri,live.status`
  const headers = { accept: 'application/vnd.vimeo.*;version=3.4.1', authorization: `jwt ${jwt}` }
  const { data } = read(videosSchema, await ask(videos, headers))
  const latest = data.find(({ live }) => live?.status !== 'unavailable')
  if (!latest) throw new Problem('source_not_started')
  const [, videoId, secret] = VIDEO_URI.exec(latest.uri) ?? []
  if (!videoId) throw new Problem('upstream_changed', { cause: 'a video of an event has another address' })
  return `https://vimeo.com/${videoId}${secret ? `/${secret}` : ''}`
}

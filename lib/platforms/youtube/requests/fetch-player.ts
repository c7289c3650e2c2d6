import type { Session } from 'youtubei.js'
import { singleton } from '@/lib/core/concurrency/singleton'
import { Problem } from '@/lib/core/problem/problem'
import { callYoutube } from './call-youtube'
import type { YoutubeClient } from './youtube-clients'

function asClient(init: RequestInit | undefined, { number, userAgent, context }: YoutubeClient): Headers {
  const headers = new Headers(init?.headers)
  headers.set('user-agent', userAgent)
  headers.set('accept-language', 'en')
  headers.set('x-youtube-client-name', String(number))
  headers.set('x-youtube-client-version', context.clientVersion)
  return headers
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const isPage = text.trimStart().startsWith('<')
    throw new Problem(isPage ? 'upstream_blocked' : 'upstream_changed', { cause: error })
  }
}

/**
 * The raw response of YouTube’s player API to a client about a video: one request. Throws what `callYoutube` throws,
 * `upstream_blocked` for a page in place of JSON, `upstream_changed` for anything else that is not JSON.
 */
export async function fetchPlayer(client: YoutubeClient, videoId: string, signal: AbortSignal): Promise<unknown> {
  const [{ HTTPClient }, session] = await Promise.all([import('youtubei.js'), innertubeSession(client)])
  const http = new HTTPClient(session, undefined, (input, init) =>
    youtubeFetch(input, { ...init, headers: asClient(init, client), signal }),
  )
  const response = await http.fetch('/player', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ videoId, contentCheckOk: true, racyCheckOk: true }),
  })
  return parseJson(await response.text())
}

async function makeSession(client: YoutubeClient): Promise<Session> {
  // Loaded with the first YouTube link: it takes a third of a second and 40 MB.
  const { Innertube } = await import('youtubei.js')
  const { session } = await Innertube.create({
    fetch: () => Promise.reject(new Error('A session is made without asking anyone.')),
    generate_session_locally: true,
    retrieve_innertube_config: false,
    retrieve_player: false,
    enable_session_cache: false,
  })
  const { visitorData } = session.context.client
  // English, because refusals are recognised by their words too.
  const shared = { hl: 'en', timeZone: 'UTC', utcOffsetMinutes: 0, visitorData, userAgent: client.userAgent }
  Object.assign(session.context, { client: { ...shared, ...client.context } })
  return session
}

/** The InnerTube session for a client: made without any request, once in the process for the same client data. */
function innertubeSession(client: YoutubeClient): Promise<Session> {
  return singleton(`innertube ${JSON.stringify(client)}`, () => makeSession(client))
}

/**
 * A `fetch` for youtubei.js that reaches YouTube's hosts alone, by `callYoutube`. It rejects with a Problem for what is no
 * answer, a status other than 2xx included. Of the request's own signal it knows nothing: pass it in `init`.
 */
async function youtubeFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  // A Request follows a signal only as long as it isn't garbage, so the signal goes past it.
  const request = new Request(input, { ...init, signal: null })
  const isPost = request.method === 'POST'
  const answer = await callYoutube(request.url, {
    method: isPost ? 'POST' : 'GET',
    headers: Object.fromEntries(request.headers),
    ...(isPost ? { body: new Uint8Array(await request.arrayBuffer()) } : {}),
    ...(init?.signal ? { signal: init.signal } : {}),
  })
  return new Response(Buffer.from(answer.body), { status: 200, headers: answer.headers })
}

import { Problem } from '@/lib/platform/problem/problem'
import { innertubeSession } from './innertube-session'
import type { YoutubeClient } from './youtube-clients'
import { youtubeFetch } from './youtube-fetch'

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

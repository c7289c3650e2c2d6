import { callYoutube } from './call-youtube'

/**
 * A `fetch` for youtubei.js that reaches YouTube's hosts alone, by `callYoutube`. It rejects with a Problem for what is no
 * answer, a status other than 2xx included. Of the request's own signal it knows nothing: pass it in `init`.
 */
export async function youtubeFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
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

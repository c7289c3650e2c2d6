import type { Dispatcher } from 'undici'
import { networkProblem, startUpstreamDeadline } from './network-problem'
import { toHeaders } from './to-headers'

type Post = {
  dispatcher: Dispatcher
  headers: Readonly<Record<string, string>>
  body: string
  /** How long all of it may take. */
  timeoutMs: number
  /** How much of the answer is read. */
  maxAnswerBytes: number
}

export type PostResponse = { status: number; headers: Headers; answer: Buffer }

async function readStart(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    // Leaving the loop closes the connection: the rest is not read.
    if (bytes >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

/**
 * Posts a body to a link that a user gave, through the dispatcher that guards it. A redirect is an answer and is not
 * followed; of the answer only its beginning is read. Throws Problems as `openUrl` does.
 */
export async function postOnce(url: string, post: Post): Promise<PostResponse> {
  const deadline = startUpstreamDeadline(post.timeoutMs)
  const { origin, pathname, search } = new URL(url)
  try {
    const sending = post.dispatcher.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: { ...post.headers },
      body: post.body,
      signal: deadline.signal,
      headersTimeout: post.timeoutMs,
      bodyTimeout: post.timeoutMs,
    })
    sending.catch(() => undefined)
    const { statusCode: status, headers, body } = await deadline.race(sending)
    const answer = await deadline.race(readStart(body, post.maxAnswerBytes))
    return { status, headers: toHeaders(headers), answer }
  } catch (error) {
    throw networkProblem(error) ?? error
  } finally {
    deadline.stop()
  }
}

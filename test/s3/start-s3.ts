import type http from 'node:http'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { answerMultipart } from './answer-multipart'
import { answerObject } from './answer-object'
import { type BucketState, refuse, type S3Answer } from './bucket-state'
import { ACCESS_KEY_ID, SECRET_ACCESS_KEY, signatureError } from './check-signature'

export type S3Server = {
  /** The settings of a service that uses it. */
  settings: Record<string, string>
  /** While true nothing is answered but 503. */
  down: boolean
  /** While true it takes what is asked and says nothing. */
  silent: boolean
  /** While true it says half of what there is to say. */
  stalled: boolean
  close: () => Promise<void>
}

const BUCKET = 'verbatim-test'

/** The CORS rules that the bucket needs for a page that puts files into it. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'PUT, GET, HEAD',
  'access-control-allow-headers': '*',
}

async function readWhole(request: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function answer(state: BucketState, request: http.IncomingMessage, url: URL, body: Buffer): S3Answer {
  const error = signatureError(request, url, body)
  if (error) return refuse(403, error)
  const [, bucket, ...rest] = url.pathname.split('/')
  if (bucket !== BUCKET) return refuse(404, 'NoSuchBucket')
  const key = decodeURIComponent(rest.join('/'))
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const asked = { method: request.method ?? '', key, query: url.searchParams, headers, body }
  return answerMultipart(state, asked) ?? answerObject(state, asked)
}

/**
 * A bucket on this machine that speaks as much of S3's protocol as the service uses, and checks every signature
 * (AWS Signature Version 4) with all that it signs: method, key, query, headers, length, age.
 */
export async function startS3(): Promise<S3Server> {
  const state: BucketState = { objects: new Map(), multiparts: new Map() }
  const { url: endpoint, stop } = await listenOnLoopback(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    if (request.method === 'OPTIONS') return void response.writeHead(200, CORS).end()
    const body = await readWhole(request).catch(() => null)
    if (body === null) return void response.destroy()
    if (server.silent) return
    const given = server.down ? refuse(503, 'SlowDown') : answer(state, request, url, body)
    const { status, headers = {}, body: text = '' } = given
    response.writeHead(status, { ...CORS, ...headers })
    if (server.stalled && request.method === 'GET') response.write(text.slice(0, text.length / 2))
    else response.end(request.method === 'HEAD' ? undefined : text)
  })
  const server: S3Server = {
    settings: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY: SECRET_ACCESS_KEY,
      S3_FORCE_PATH_STYLE: 'true',
    },
    down: false,
    silent: false,
    stalled: false,
    close: stop,
  }
  return server
}

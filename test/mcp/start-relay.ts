import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'

const messageSchema = z.looseObject({ method: z.string(), params: z.looseObject({}) })
/** What a client asks for. */
export type Asked = z.infer<typeof messageSchema>

type Options = {
  /** The service, without a path. */
  baseUrl: string
  key: string
  /** Returns parameters that override those of the message. */
  translate: (asked: Asked) => Record<string, unknown>
}

function rewrite(body: Buffer, translate: Options['translate']): Buffer {
  if (body.length === 0) return body
  const message = messageSchema.safeParse(JSON.parse(body.toString('utf8'))).data
  if (!message) return body
  return Buffer.from(JSON.stringify({ ...message, params: { ...message.params, ...translate(message) } }))
}

async function pass(incoming: IncomingMessage, outgoing: ServerResponse, options: Options): Promise<void> {
  const body = rewrite(await buffer(incoming), options.translate)
  const { method, headers } = incoming
  const sent = { ...headers, authorization: `Bearer ${options.key}`, 'content-length': String(body.length) }
  const upstream = request(options.baseUrl + incoming.url, { method, headers: sent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  upstream.on('error', () => outgoing.destroy())
  outgoing.on('close', () => upstream.destroy())
  upstream.end(body)
}

/**
 * Starts a relay to the service for a client that cannot send a credential. It adds the key, overrides some parameters,
 * and forwards everything else unchanged, Host and Origin included. It does not change responses.
 */
export async function startRelay(options: Options): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing, options)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close }
}

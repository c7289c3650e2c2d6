import type http from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type HttpServer, startHttp } from './start-http'

let server: HttpServer | undefined
afterEach(() => server?.stop(0))

const ask = ({ port }: HttpServer) => fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })

async function refuses({ port }: HttpServer): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const outcome = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true))
  })
  socket.destroy()
  return outcome
}

test('while the service starts it lives, and says when to come again', async () => {
  server = await startHttp(0, '127.0.0.1')
  const early = await ask(server)
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await early.text()).toMatch(/is starting/)
  server.answer((_, response) => response.end('ready'))
  expect(await (await ask(server)).text()).toBe('ready')
})

test('stopped, it ends what it answers and takes nothing new', async () => {
  const started = await startHttp(0, '127.0.0.1')
  let take: (response: http.ServerResponse) => void = () => undefined
  const taken = new Promise<http.ServerResponse>((resolve) => {
    take = resolve
  })
  started.answer((_, response) => take(response))
  const answer = ask(started)
  const response = await taken
  const stopped = started.stop(60_000)
  expect(await refuses(started)).toBe(true)
  response.end('to its end')
  expect(await (await answer).text()).toBe('to its end')
  await stopped
})

test('what does not end in time is ended', async () => {
  const started = await startHttp(0, '127.0.0.1')
  started.answer((_, response) => response.write('and so on'))
  const hanging = await ask(started)
  await started.stop(0)
  // Cut off: some clients take that for an end.
  await Promise.allSettled([hanging.text()])
  expect(await refuses(started)).toBe(true)
})

test('a port that is taken is told in a sentence', async () => {
  server = await startHttp(0, '127.0.0.1')
  await expect(startHttp(server.port, '127.0.0.1')).rejects.toThrow(`Port ${server.port} is in use.`)
})

import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { makeFront } from './front'
import { startHttp } from './start-http'

setEnv({ BASE_URL: 'http://localhost:3000' })
const server = await startHttp(0, '127.0.0.1', 100)
server.answer((request, response) => {
  if (request.url === '/never') return
  response.end('answered')
})
afterAll(() => server.stop(0))

test.each([
  ['that has said nothing yet', ''],
  ['whose request stops in the middle of its headers', 'GET / HTTP/1.1\r\nhost: a.exam'],
  [
    'whose request stops in the middle of its body',
    'POST /never HTTP/1.1\r\nhost: a.example\r\ncontent-length: 9\r\n\r\nabc',
  ],
  ['that waits for an answer in silence', 'GET /never HTTP/1.1\r\nhost: a.example\r\n\r\n'],
])('a connection %s is closed after a while', async (_, sent) => {
  const socket = connect(server.port, '127.0.0.1').resume()
  // A busy machine may write only after that.
  socket.on('error', () => undefined)
  socket.write(sent)
  await new Promise((resolve) => socket.once('close', resolve))
  expect(socket.destroyed).toBe(true)
})

test('a connection is kept for the next request for longer than the minute that load balancers keep theirs', async () => {
  const usual = await startHttp(0, '127.0.0.1')
  usual.answer((_, response) => response.end('answered'))
  const response = await fetch(`http://127.0.0.1:${usual.port}/`)
  expect(response.headers.get('keep-alive')).toBe('timeout=75')
  await usual.stop(0)
})

/** Asks, and gives the port of the connection by which it was answered. */
function ask(port: number, agent: http.Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = http.get({ port, host: '127.0.0.1', agent }, (response) => {
      const { localPort } = response.socket
      response.resume().once('end', () => resolve(localPort))
    })
    request.once('error', reject)
  })
}

test('one on which something is asked now and then stays, for longer than it may be silent', async () => {
  const limitMs = 1_000
  const patient = await startHttp(0, '127.0.0.1', limitMs)
  patient.answer((_, response) => response.end('answered'))
  /** By how many connections it was asked for longer than the limit, and the longest that a busy machine said nothing. */
  const askAlong = async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const connections = new Set<number | undefined>()
    const beganAt = performance.now()
    let [lastAt, silenceMs] = [beganAt, 0]
    while (lastAt - beganAt < 1.5 * limitMs) {
      connections.add(await ask(patient.port, agent))
      silenceMs = Math.max(silenceMs, performance.now() - lastAt)
      lastAt = performance.now()
    }
    agent.destroy()
    return { connections: connections.size, silenceMs }
  }
  let round = await askAlong()
  while (round.silenceMs > limitMs / 2) round = await askAlong()
  await patient.stop(0)
  expect(round.connections).toBe(1)
})

test('a call of an Inngest server is answered however long nothing was said on its connection', async () => {
  const limitMs = 100
  let hold: http.RequestListener = () => undefined
  const held = new Promise<http.ServerResponse>((resolve) => {
    hold = (_, response) => resolve(response)
  })
  const handlers = { api: hold, connector: hold, functions: hold, metrics: hold, pages: hold }
  const patient = await startHttp(0, '127.0.0.1', limitMs)
  patient.answer(makeFront(handlers, { slots: 10, bodiesPerAddress: 10, requestsPerAddress: 0 }))
  const ask = () => fetch(`http://127.0.0.1:${patient.port}/api/inngest`, { method: 'POST', body: '{}' })
  let call = ask()
  // On a busy machine a connection may be silent for too long before it is asked anything.
  while (!(await Promise.race([held, call.catch(() => null)]))) call = ask()
  for (let others = 0; others < 3; others += 1) {
    const silent = connect(patient.port, '127.0.0.1').resume()
    await once(silent, 'close')
  }
  const response = await held
  response.end('worked for hours')
  expect(await (await call).text()).toBe('worked for hours')
  await patient.stop(0)
})

test('only a service that is reached over https asks browsers to stay there, from the first answer on', async () => {
  const asked = async () => (await fetch(`http://127.0.0.1:${starting.port}/`)).headers.get('strict-transport-security')
  const starting = await startHttp(0, '127.0.0.1')
  expect(await asked()).toBeNull()
  setEnv({ BASE_URL: 'https://verbatim.example' })
  expect(await asked()).toBe('max-age=31536000')
  starting.answer((_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end())
  expect(await asked()).toBe('max-age=31536000')
  setEnv({ BASE_URL: 'http://localhost:3000' })
  await starting.stop(0)
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startHttp } from './start-http'

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
  socket.write(sent)
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
})

test('one on which something is asked now and then stays', async () => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/`)
  expect(await answer.text()).toBe('answered')
})

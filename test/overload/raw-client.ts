import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection that is used as no ordinary client would use it. What breaks it is no error of the test's. */
export async function openSocket(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  return socket
}

const head = (line: string, headers: Record<string, string>) =>
  `${line} HTTP/1.1\r\nhost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

/** Asks for something, and reads no more than the first bytes of the answer. Returns its status. */
export async function askAndStall(baseUrl: string, path: string, headers: Record<string, string>) {
  const socket = await openSocket(baseUrl)
  socket.write(head(`GET ${path}`, headers))
  await once(socket, 'readable')
  const status = Number(socket.read(12)?.toString().slice(9))
  return { socket, status }
}

/** Announces a body and sends only its beginning. `answer`: all that is answered until the connection is closed. */
export async function trickle(baseUrl: string, path: string, headers: Record<string, string>) {
  const socket = await openSocket(baseUrl)
  socket.write(head(`POST ${path}`, { ...headers, 'content-type': 'application/json', 'content-length': '1000' }))
  socket.write('{')
  const answer = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
  })
  return { socket, answer }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Answers every request with the same bytes, once its body is there: as little as an HTTP server in Node can do. */
const PROGRAM = `
const [status, type] = process.argv.slice(1)
const parts = []
process.stdin.on('data', (part) => parts.push(part)).on('end', () => {
  const body = Buffer.concat(parts)
  const headers = { 'content-type': type, 'content-length': body.length }
  const server = require('node:http').createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(Number(status), headers).end(body))
  })
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
})`

/** Starts a bare Node server in a separate process that sends this response to every request: the upper limit. */
export async function startBareServer(answer: { status: number; type: string; body: Uint8Array }) {
  const args = ['-e', PROGRAM, String(answer.status), answer.type]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(answer.body)
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  return { baseUrl: `http://127.0.0.1:${port.toString().trim()}`, pid: child.pid ?? 0, stop }
}

import { mkdtemp, rm, stat } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { SignResponse, UploadProgress } from '@/lib/uploads/contract'
import { silence } from '../silence'
import { TUS } from '../tus-headers'
import { startProcess } from './start-process'

const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-uploads-'))
let service = await startProcess(dataDir)
const key = service.apiKey ?? ''
afterAll(async () => {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const BYTES = silence(600)
const CHUNK = 1024 * 1024

async function call<T>(method: string, address: string, body?: unknown): Promise<T> {
  const url = new URL(address)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const here = `${service.baseUrl}${url.pathname}${url.search}`
  const response = await fetch(here, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`${method} ${address} was answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

/** Sends bytes from an offset on and holds the connection open. Resolves when the connection breaks. */
function sendAndHold(address: string, offset: number, bytes: Uint8Array): Promise<void> {
  const { pathname, search } = new URL(address)
  const headers = { 'upload-offset': String(offset), 'content-length': String(BYTES.length - offset), ...TUS }
  const request = http.request(`${service.baseUrl}${pathname}${search}`, { method: 'PATCH', headers })
  request.write(bytes)
  return new Promise((resolve) => request.on('error', () => resolve()))
}

test('a file that is sent while the process is killed again and again loses nothing that was written', async () => {
  const body = { filename: 'long.wav', content_type: 'audio/wav', size_bytes: BYTES.length }
  const target = await call<SignResponse>('POST', `${service.baseUrl}/v1/uploads/sign`, body)
  const address = target.resumable_url ?? ''
  const part = path.join(dataDir, 'files', 'uploads', `${target.source_url.split('/').at(-1)}.part`)
  let reached = 0
  for (let kills = 1; kills <= 3; kills++) {
    const broken = sendAndHold(address, reached, BYTES.subarray(reached, reached + 2 * CHUNK))
    const written = () =>
      stat(part).then(
        ({ size }) => size,
        () => 0,
      )
    await expect.poll(written).toBe(reached + 2 * CHUNK)
    await service.kill()
    await broken
    service = await startProcess(dataDir)
    const progress = await call<UploadProgress>('GET', address)
    expect(progress).toMatchObject({ received_bytes: reached + 2 * CHUNK, complete: false })
    reached = progress.received_bytes
  }
  const { pathname, search } = new URL(address)
  const rest = await fetch(`${service.baseUrl}${pathname}${search}`, {
    method: 'PATCH',
    headers: { 'upload-offset': String(reached), ...TUS },
    body: BYTES.subarray(reached),
  })
  expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(BYTES.length)])
  const source = new URL(target.source_url)
  const whole = await fetch(`${service.baseUrl}${source.pathname}`, { headers: { authorization: `Bearer ${key}` } })
  expect(Buffer.from(await whole.arrayBuffer()).equals(BYTES)).toBe(true)
  await expect(stat(part)).rejects.toMatchObject({ code: 'ENOENT' })
})

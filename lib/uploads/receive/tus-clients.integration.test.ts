import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { Upload } from 'tus-js-client'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { partFile, storedFile } from '@/lib/core/storage/stored-file'
import { useServedApi } from '@/test/openai/use-served-api'
import { runPython, whyNoPython } from '@/test/sdk/run-python'
import { newUser } from '@/test/service'
import type { SignResponse } from '../contract'

const { service, port, dataDir } = await useServedApi()
const { apiKey: key } = await newUser()
const missing = await whyNoPython(['tus'])
const BYTES = randomBytes(3_000_000)
const CUT_AFTER_BYTES = 1_000_000

/** The upload that is being sent, the offsets that it was sent from, and whether its connection was cut. */
let [storageKey, offsets, isCut]: [string, string[], boolean] = ['', [], false]
beforeEach(() => {
  ;[offsets, isCut] = [[], false]
})

const isBegun = () =>
  stat(partFile(storageKey)).then(
    ({ size }) => size > 0,
    () => false,
  )

/** Passes connections on to the service, and breaks the first when a part of a file is stored. */
const relay = net.createServer((client) => {
  const server = net.connect(port, '127.0.0.1')
  const end = () => [client, server].forEach((socket) => void socket.destroy())
  let sentBytes = 0
  client.on('data', (bytes: Buffer) => {
    const offset = /^PATCH .*upload-offset: (\d+)/is.exec(bytes.toString('latin1'))?.[1]
    if (offset) offsets.push(offset)
    sentBytes += bytes.length
    if (isCut || sentBytes < CUT_AFTER_BYTES) return
    isCut = true
    client.unpipe(server).pause()
    vi.waitUntil(isBegun).then(end, end)
  })
  for (const socket of [client, server]) socket.on('error', end).on('close', end)
  client.pipe(server).pipe(client)
})
relay.listen(0, '127.0.0.1')
await once(relay, 'listening')
afterAll(() => void relay.close())

/** A target, and its resumable address by way of the relay. */
async function sign(): Promise<string> {
  const body = { filename: 'long.wav', content_type: 'audio/wav', size_bytes: BYTES.length }
  const target: SignResponse = (await service.call('POST', '/v1/uploads/sign', { key, body })).body
  const url = new URL(target.resumable_url ?? '')
  url.port = String((relay.address() as net.AddressInfo).port)
  storageKey = `uploads/${target.source_url.split('/').at(-1)}`
  return url.href
}

async function expectResumed(): Promise<void> {
  expect((await readFile(storedFile(storageKey))).equals(BYTES)).toBe(true)
  expect(isCut).toBe(true)
  expect(offsets[0]).toBe('0')
  expect(Number(offsets.at(-1))).toBeGreaterThan(0)
}

test('tus-js-client sends a file, and continues after a broken connection', async () => {
  const uploadUrl = await sign()
  await new Promise<void>((resolve, reject) => {
    const options = { uploadUrl, retryDelays: [0, 0, 0], onSuccess: () => resolve(), onError: reject }
    new Upload(BYTES, options).start()
  })
  await expectResumed()
})

const PROGRAM = `
import sys
from tusclient.uploader import Uploader
Uploader(file_path=sys.argv[2], url=sys.argv[1], retries=3, retry_delay=0).upload()
`

test.skipIf(missing)(
  `tuspy sends a file, and continues after a broken connection${missing ?? ''}`,
  { tags: 'deep' },
  async () => {
    const url = await sign()
    const sent = path.join(dataDir, 'sent')
    await writeFile(sent, BYTES)
    const ran = await runPython(['-c', PROGRAM, url, sent], { packages: ['tus'], folder: dataDir })
    expect(ran).toEqual({ code: 0, output: '' })
    await expectResumed()
  },
)

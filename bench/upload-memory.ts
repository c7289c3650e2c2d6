import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { request } from 'undici'
import { startProcess } from '@/test/process/start-process'
import { printTable } from './print-table'
import { residentBytes } from './resident-bytes'

/**
 * The memory of the whole service process while 1 GiB is uploaded to it. Ends with 1 when it grows by more than 128 MiB.
 */
const GIB = 1024 ** 3
const MIB = 1024 ** 2
const MAX_GROWTH = 128 * MIB

function* chunks(totalBytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(64 * 1024, 7)
  for (let sent = 0; sent < totalBytes; sent += chunk.length) yield chunk
}

const inMib = (bytes: number) => (bytes / MIB).toFixed(0)
const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-bench-'))
const service = await startProcess(dataDir)
try {
  const signed = await request(`${service.baseUrl}/v1/uploads/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'big.wav', content_type: 'audio/wav' }),
  })
  const { upload_url } = (await signed.body.json()) as { upload_url: string }
  const before = await residentBytes(service.pid)
  const samples: number[] = []
  const sampler = setInterval(async () => samples.push(await residentBytes(service.pid)), 100)
  const startedAt = performance.now()
  const put = await request(upload_url, { method: 'PUT', body: Readable.from(chunks(GIB)) })
  const seconds = (performance.now() - startedAt) / 1000
  clearInterval(sampler)
  await put.body.dump()
  const peak = Math.max(...samples)
  const at = (share: number) => inMib(samples[Math.floor((samples.length - 1) * share)] ?? 0)
  printTable(
    ['upload', 'seconds', 'before MiB', 'at 25 %', 'at 50 %', 'at 75 %', 'at 100 %', 'peak MiB'],
    [['1 GiB', seconds.toFixed(1), inMib(before), at(0.25), at(0.5), at(0.75), at(1), inMib(peak)]],
  )
  if (put.statusCode !== 200 || peak - before > MAX_GROWTH) process.exitCode = 1
} finally {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
}

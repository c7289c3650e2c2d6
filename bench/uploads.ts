import { Readable } from 'node:stream'
import { request } from 'undici'
import { printTable } from '@/bench/measure/print-table'
import { inMib, residentBytes } from '@/bench/measure/process-usage'
import { startBenchService } from '@/bench/measure/start-bench'
import type { ServiceProcess } from '@/test/process/start-process'
import { TUS } from '@/test/tus-headers'

/**
 * The memory of the whole service process while a file of 2 GiB is uploaded to it (`BENCH_UPLOAD_BYTES`: another size), in
 * one PUT and in stretches. Ends with 1 when it grows by more than 128 MiB.
 */
const MIB = 1024 ** 2
const TOTAL = Number(process.env.BENCH_UPLOAD_BYTES ?? 2 * 1024 ** 3)
const MAX_GROWTH = 128 * MIB
const STRETCHES = 8

type Target = { upload_url: string; resumable_url: string }

function* chunks(totalBytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(64 * 1024, 7)
  for (let sent = 0; sent < totalBytes; sent += chunk.length) yield chunk.subarray(0, totalBytes - sent)
}

async function sign({ baseUrl, apiKey }: ServiceProcess): Promise<Target> {
  const signed = await request(`${baseUrl}/v1/uploads/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'big.wav', content_type: 'audio/wav', size_bytes: TOTAL }),
  })
  return (await signed.body.json()) as Target
}

async function send(method: 'PUT' | 'PATCH', address: string, bytes: number, offset = 0): Promise<boolean> {
  const headers = method === 'PATCH' ? { 'upload-offset': String(offset), ...TUS } : {}
  const { statusCode, body } = await request(address, { method, headers, body: Readable.from(chunks(bytes)) })
  await body.dump()
  return statusCode < 300
}

async function inOneGo({ upload_url }: Target): Promise<boolean> {
  return send('PUT', upload_url, TOTAL)
}

async function inStretches({ resumable_url }: Target): Promise<boolean> {
  const stretch = Math.ceil(TOTAL / STRETCHES)
  for (let offset = 0; offset < TOTAL; offset += stretch) {
    if (!(await send('PATCH', resumable_url, Math.min(stretch, TOTAL - offset), offset))) return false
  }
  return true
}

async function measure(name: string, service: ServiceProcess, upload: (target: Target) => Promise<boolean>) {
  const target = await sign(service)
  const before = await residentBytes(service.pid)
  const samples: number[] = []
  const sampler = setInterval(async () => samples.push(await residentBytes(service.pid)), 100)
  const startedAt = performance.now()
  const whole = await upload(target)
  const seconds = (performance.now() - startedAt) / 1000
  clearInterval(sampler)
  const peak = Math.max(before, ...samples)
  const at = (share: number) => inMib(samples[Math.floor((samples.length - 1) * share)] ?? 0)
  if (!whole || peak - before > MAX_GROWTH) process.exitCode = 1
  return [name, inMib(TOTAL), seconds.toFixed(1), inMib(before), at(0.25), at(0.5), at(0.75), at(1), inMib(peak)]
}

const { service, end } = await startBenchService()
try {
  const rows = [await measure('one PUT', service, inOneGo), await measure('in stretches', service, inStretches)]
  printTable(['upload', 'MiB', 'seconds', 'before', 'at 25 %', 'at 50 %', 'at 75 %', 'at 100 %', 'peak'], rows)
} finally {
  await end()
}

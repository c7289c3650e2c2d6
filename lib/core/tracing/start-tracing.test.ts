import { createRequire } from 'node:module'
import { afterEach, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { startTracing } from './start-tracing'
import { tracing } from './tracing'

const { cache } = createRequire(import.meta.url)
const loaded = () => Object.keys(cache).filter((file) => /@opentelemetry\/(?:sdk-trace|exporter)/.test(file))

// Vite puts its own base path, `/`, into every test's environment under this name.
const own = { BASE_URL: 'http://localhost:3000' }
afterEach(() => {
  setEnv({ ...own, OTEL_EXPORTER_OTLP_ENDPOINT: '' })
})

test('without a collector nothing is traced, and nothing of the SDK is even loaded', async () => {
  setEnv(own)
  const stop = await startTracing()
  expect([tracing(), loaded()]).toEqual([null, []])
  await stop()

  setEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  const stopTraced = await startTracing()
  expect(tracing()).not.toBeNull()
  expect(loaded()).not.toEqual([])
  await stopTraced()
  expect(tracing()).toBeNull()
})

test('an unreachable collector does not disturb the work', async () => {
  setEnv({ ...own, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  const stop = await startTracing()
  const traced = tracing()?.inSpan({ name: 'work', kind: 'internal' }, async () => 'done')
  expect(await traced).toBe('done')
  const failed = tracing()?.inSpan({ name: 'work', kind: 'internal' }, async () => Promise.reject(new TypeError('no')))
  await expect(failed).rejects.toThrow('no')
  await stop()
})

test('an event leads to the trace it was written in; what is no trace leads nowhere', async () => {
  setEnv({ ...own, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  const stop = await startTracing()
  const active = tracing()
  const given = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  expect(active?.goOn(given, () => active.traceparent())).toBe(given)
  for (const none of ['', 'x', `01${given.slice(2)}`, `${given}-more`, '00-'.repeat(9)]) {
    expect(active?.goOn(none, () => active.traceparent())).toBeNull()
  }
  expect(active?.startPart({ name: 'part of nothing', kind: 'client' })).toBeNull()
  await stop()
})

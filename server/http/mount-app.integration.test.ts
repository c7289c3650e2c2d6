import { EventEmitter, once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { useDatabase } from '@/test/database'
import { mountApp } from './mount-app'

await useDatabase()
setEnv({ BASE_URL: 'http://localhost:3000' })

const undo: (() => unknown)[] = []
afterEach(() => {
  for (const one of undo.splice(0).reverse()) one()
})

async function serve(listener: http.RequestListener): Promise<string> {
  const server = http.createServer(listener).listen(0, '127.0.0.1')
  undo.push(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the API answers while the pages are being built; a page says so, and a browser asks again by itself', async () => {
  const failed = new Error('The pages could not be built')
  const build = new EventEmitter()
  const built = once(build, 'end').then(() => Promise.reject(failed))
  const { listener, pagesReady } = await mountApp(path.resolve(import.meta.dirname, '../..'), built)
  const base = await serve(listener)
  expect((await fetch(`${base}/v1/plans`)).status).toBe(200)

  const page = await fetch(`${base}/docs`)
  expect([page.status, page.headers.get('retry-after'), page.headers.get('refresh')]).toEqual([503, '3', '3'])
  expect(await page.text()).toMatch(/^The pages are being built/)

  const refused = expect(pagesReady).rejects.toBe(failed)
  build.emit('end')
  await refused
})

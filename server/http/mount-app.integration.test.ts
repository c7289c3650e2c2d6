import { EventEmitter, once } from 'node:events'
import type http from 'node:http'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { useDatabase } from '@/test/database'
import { mountApp } from './mount-app'

await useDatabase()
setEnv({ BASE_URL: 'http://localhost:3000' })

const undo: (() => unknown)[] = []
afterEach(() => {
  for (const one of undo.splice(0).reverse()) one()
})

async function serve(listener: http.RequestListener): Promise<string> {
  const server = await listenOnLoopback(listener)
  undo.push(server.stop)
  return server.url
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

import { expect, test } from 'vitest'
import { useService } from '@/test/service'
import { serveApi } from './serve-api'

await useService()

const read = (headers: Record<string, string>) => serveApi(new Request('http://localhost/v1/plans', { headers }))

test('the API within Next marks responses that Next compresses as the same in meaning only, and knows them again', async () => {
  const plain = await read({})
  const strong = plain.headers.get('etag') ?? ''
  expect([plain.status, strong]).toEqual([200, expect.stringMatching(/^"/)])
  const compressed = await read({ 'accept-encoding': 'gzip' })
  expect(compressed.headers.get('etag')).toBe(`W/${strong}`)
  const again = await read({ 'accept-encoding': 'gzip', 'if-none-match': `W/${strong}` })
  expect([again.status, again.headers.get('etag')]).toEqual([304, `W/${strong}`])
})

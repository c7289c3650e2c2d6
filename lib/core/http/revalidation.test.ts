import { expect, test } from 'vitest'
import { isUnchanged, weakenTag } from './revalidation'

function tagFor(encoding: string | null, type: string, headers: Record<string, string> = {}): string | null {
  const request = new Request('http://a.example/', {
    headers: encoding === null ? {} : { 'accept-encoding': encoding },
  })
  const response = new Response(null, { headers: { etag: '"1.json"', 'content-type': type, ...headers } })
  return weakenTag(request, response).headers.get('etag')
}

test('the tag of what is compressed on its way is weak, and any other stays strong', () => {
  expect(tagFor('gzip, deflate, br', 'application/json')).toBe('W/"1.json"')
  expect(tagFor('br', 'text/vtt; charset=utf-8')).toBe('W/"1.json"')
  expect(tagFor('*', 'image/svg+xml')).toBe('W/"1.json"')
  expect(tagFor('identity', 'application/json')).toBe('"1.json"')
  expect(tagFor(null, 'application/json')).toBe('"1.json"')
  expect(tagFor('gzip', 'image/png')).toBe('"1.json"')
  expect(tagFor('gzip', 'application/json', { 'content-encoding': 'gzip' })).toBe('"1.json"')
})

test('a tag that is weak already stays as it is, and no tag is added', () => {
  expect(tagFor('gzip', 'application/json', { etag: 'W/"2"' })).toBe('W/"2"')
  const request = new Request('http://a.example/', { headers: { 'accept-encoding': 'gzip' } })
  expect(weakenTag(request, new Response('{}')).headers.get('etag')).toBeNull()
})

test('a weakened tag is recognised again', () => {
  expect(isUnchanged(new Headers({ 'if-none-match': 'W/"1.json"' }), '"1.json"')).toBe(true)
})

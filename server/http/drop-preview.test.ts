import type http from 'node:http'
import { expect, test } from 'vitest'
import { dropPreview } from './drop-preview'

function left(headers: http.IncomingHttpHeaders): http.IncomingHttpHeaders {
  dropPreview({ headers } as http.IncomingMessage)
  return headers
}

test('a header or cookie that makes Next render anew or show a draft does not reach it', () => {
  const sent = { host: 'a', 'x-prerender-revalidate': 'k', 'x-prerender-revalidate-if-generated': '1' }
  expect(left(sent)).toEqual({ host: 'a' })
  expect(left({ cookie: '__prerender_bypass=k; session=s; __next_preview_data=d' })).toEqual({ cookie: 'session=s' })
  expect(left({ cookie: ' __prerender_bypass =k' })).toEqual({ cookie: '' })
})

test('other cookies stay as they were sent', () => {
  expect(left({ cookie: 'a=__prerender_bypass;b="c; d=e' })).toEqual({ cookie: 'a=__prerender_bypass;b="c; d=e' })
  expect(left({ host: 'a' })).toEqual({ host: 'a' })
})

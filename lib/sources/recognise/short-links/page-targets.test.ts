import { describe, expect, test } from 'vitest'
import { pageTargets } from './page-targets'

describe('the links of a page', () => {
  test.each([
    ['<meta http-equiv="refresh" content="0;URL=https://a.example/">', 'https://a.example/'],
    [`<META CONTENT='5; url="https://a.example/"' HTTP-EQUIV=Refresh>`, 'https://a.example/'],
    ['<meta http-equiv=refresh content=0;url=/b>', '/b'],
    ['<meta http-equiv="refresh" content="300">', null],
    ['<meta http-equiv="refresh" content="0;url=https://a.example/', null],
    ['<p>http-equiv="refresh" content="0;url=https://a.example/"</p>', null],
  ])('%s leads on to %s', (html, refresh) => {
    expect(pageTargets(html).refresh).toBe(refresh)
  })

  test('for itself are og:url and canonical', () => {
    const html = `<head><meta property="og:title" content="x"><meta content="https://a.example/1" property="og:url">
      <link rel=canonical href='https://a.example/2'><link rel="alternate" href="https://a.example/3"></head>`
    expect(pageTargets(html).own).toEqual(['https://a.example/1', 'https://a.example/2'])
  })

  test.each(['<meta', '<meta ', '<meta property="', '<link rel=', '<'])('are none of %j over and over', (chunk) => {
    expect(pageTargets(chunk.repeat(Math.floor(2 ** 18 / chunk.length)))).toEqual({ refresh: null, own: [] })
  })
})

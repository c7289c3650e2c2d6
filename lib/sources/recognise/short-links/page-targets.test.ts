import { describe, expect, test } from 'vitest'
import { onwardLink, pageTargets } from './page-targets'

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

describe('the link by which a page leads on', () => {
  const FROM = { domains: ['go.example'], mark: ['data-on', 'yes'], owner: ['go.example', 'owner.example'] } as const

  test.each([
    ['<a href="https://owner.example/help">Help</a><a href="/x">Home</a><a href="https://a.example/1">On</a>', '1'],
    ['<a href="https://b.example/">Ad</a><a data-on="yes" href="https://a.example/1">On</a>', '1'],
    ['<a href="https://a.example/1">a.example/1</a><A HREF=https://a.example/1>On</A>', '1'],
    ['<a href="https://a.example/1">1</a><a href="https://b.example/2">2</a>', null],
    ['<a data-on="yes" href="https://a.example/1">1</a><a data-on="yes" href="https://a.example/2">2</a>', null],
    ['<article href="https://a.example/1"><a href="mailto:x@a.example">Mail</a><a href="javascript:x">Go</a>', null],
    ['<p>https://a.example/1</p>', null],
  ])('%s is %s', (html, path) => {
    expect(onwardLink(html, FROM)).toBe(path === null ? null : `https://a.example/${path}`)
  })

  test.each(['<a', '<a ', '<a href="', '<a href=x '])('is none of %j over and over', (chunk) => {
    expect(onwardLink(chunk.repeat(Math.floor(2 ** 18 / chunk.length)), FROM)).toBeNull()
  })
})

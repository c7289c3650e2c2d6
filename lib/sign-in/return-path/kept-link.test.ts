import { afterEach, beforeEach, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { homeWithLink, keptLink } from './kept-link'
import { returnPath } from './return-path'

beforeEach(() => setEnv({ BASE_URL: 'https://verbatim.example' }))
afterEach(() => setEnv({ BASE_URL: '' }))

test('an http or https link is kept, with or without its scheme', () => {
  expect(keptLink('https://youtu.be/dQw4w9WgXcQ?t=1')).toBe('https://youtu.be/dQw4w9WgXcQ?t=1')
  expect(keptLink('  youtube.com/watch?v=a  ')).toBe('https://youtube.com/watch?v=a')
  expect(keptLink('http://example.com')).toBe('http://example.com/')
})

test('a link that is no web link, or too long to be carried, is not kept', () => {
  for (const typed of [
    '',
    'dQw4w9WgXcQ',
    'javascript:alert(1)//x.y',
    'data:text/html,hi',
    '//evil.example',
    'a b.c',
    'ftp://a.example/x',
    `https://example.com/${'ü'.repeat(1000)}`,
  ])
    expect([typed.slice(0, 30), keptLink(typed)]).toEqual([typed.slice(0, 30), null])
})

test('every kept link survives the way through sign-in and stays on the front page', () => {
  for (const typed of ['https://evil.example/?a=1&b=2#c', `https://example.com/${'x'.repeat(1800)}`]) {
    const path = returnPath(homeWithLink(typed))
    expect(path.startsWith('/?link=')).toBe(true)
    expect(new URL(path, 'http://localhost').searchParams.get('link')).toBe(keptLink(typed))
  }
  expect(homeWithLink('javascript:alert(1)')).toBe('/')
})

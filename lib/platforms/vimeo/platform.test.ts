import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { refOf } from '../testing/ref-of'
import { testLinks } from '../testing/test-links'
import links from './links.json'

testLinks(links)

test('an unlisted video is known by its hash, which only the opened link has', () => {
  const key = createHash('sha256').update('f14d06da38').digest('base64url').slice(0, 22)
  for (const pasted of [
    'https://vimeo.com/903115595/f14d06da38',
    'https://player.vimeo.com/video/903115595?h=f14d06da38&x=1',
  ]) {
    expect(refOf(pasted)).toEqual({
      platform: 'vimeo',
      videoId: '903115595',
      accessKey: key,
      url: 'https://vimeo.com/903115595',
      openUrl: 'https://player.vimeo.com/video/903115595?h=f14d06da38',
      ownerId: null,
      title: null,
    })
  }
  expect(refOf('https://vimeo.com/903115595').accessKey).toBe('')
  expect(refOf('https://vimeo.com/user1/review/903115595/f14d06da38').openUrl).toBe(
    'https://vimeo.com/user1/review/903115595/f14d06da38',
  )
})

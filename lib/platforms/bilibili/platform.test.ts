import { expect, test } from 'vitest'
import { refOf } from '../testing/ref-of'
import { testLinks } from '../testing/test-links'
import links from './links.json'

testLinks(links)

test('the parts of a video are recordings of their own', () => {
  const parts = [1, 2, 3].map((part) => refOf(`https://www.bilibili.com/video/BV1bK411W797?p=${part}`))
  expect(parts[0]).toEqual(refOf('https://www.bilibili.com/video/BV1bK411W797'))
  expect(new Set(parts.map(({ videoId }) => videoId)).size).toBe(1)
  expect(new Set(parts.map(({ accessKey }) => accessKey)).size).toBe(3)
})

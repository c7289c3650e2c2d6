import { expect, test } from 'vitest'
import { timeUrl } from './time-url'

test.each([
  ['youtube', 'https://www.youtube.com/watch?v=abc', 'https://www.youtube.com/watch?v=abc&t=63s'],
  ['bilibili', 'https://www.bilibili.com/video/BV1xx?p=2', 'https://www.bilibili.com/video/BV1xx?p=2&t=63'],
  ['vimeo', 'https://vimeo.com/1', 'https://vimeo.com/1#t=63s'],
  ['podcast', 'https://a.example/a.mp3?x=1', 'https://a.example/a.mp3?x=1#t=63'],
  ['tiktok', 'https://www.tiktok.com/@a/video/1', 'https://www.tiktok.com/@a/video/1'],
] as const)('a moment of a recording at %s', (platform, url, expected) => {
  expect(timeUrl(platform, url, 63_900)).toBe(expected)
})

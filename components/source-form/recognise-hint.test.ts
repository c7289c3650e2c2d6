import { expect, test } from 'vitest'
import { recogniseHint, recognisePlatform } from './recognise-hint'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'YouTube'],
  ['youtu.be/dQw4w9WgXcQ', 'YouTube'],
  ['https://x.com/a/status/1', 'X'],
  ['https://notx.com/a', 'Link'],
  ['HTTPS://EXAMPLE.COM/Talk.MP3?x=1', 'Audio link'],
  ['example.com/clip.mp4', 'Video link'],
  ['https://example.com/a.vtt#t', 'Caption link'],
  ['  https://example.com/page ', 'Link'],
])('%s is recognised as %s', (typed, hint) => {
  expect(recogniseHint(typed, ['srt', 'vtt'])).toBe(hint)
})

test.each(['', 'hello', 'two words.here and more', 'https://', 'https://%zz.com/'])('%j is not yet a link', (typed) => {
  expect(recogniseHint(typed)).toBeNull()
})

test.each([
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube'],
  ['vm.tiktok.com/ZM1', 'tiktok'],
  ['https://www.xiaohongshu.com/explore/1', 'rednote'],
  ['https://podcasts.apple.com/us/podcast/id1', null],
  ['https://example.com/tiktok.com', null],
  ['tiktok', null],
])('the platform of %s is %s', (typed, platform) => {
  expect(recognisePlatform(typed)).toBe(platform)
})

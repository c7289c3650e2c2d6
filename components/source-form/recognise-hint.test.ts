import { expect, test } from 'vitest'
import { isInPlaylist, recogniseHint, recognisePlatform } from './recognise-hint'

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

test.each([
  ['https://www.youtube.com/watch?v=jNQXAC9IVRw&list=PL1234567890&index=2', true],
  ['youtu.be/jNQXAC9IVRw?list=PL1234567890', true],
  ['https://www.youtube.com/watch?v=jNQXAC9IVRw', false],
  ['https://www.youtube.com/watch?v=jNQXAC9IVRw&list=WL', false],
  ['https://www.youtube.com/watch?v=jNQXAC9IVRw&list=RDjNQXAC9IVRw', false],
  ['https://www.youtube.com/playlist?list=PL1234567890', false],
  ['https://example.com/watch?v=jNQXAC9IVRw&list=PL1234567890', false],
])('whether %s shows a video in a playlist: %s', (link, isIn) => {
  expect(isInPlaylist(link)).toBe(isIn)
})

import { expect, test } from 'vitest'
import { pageKey, recordingKey } from './match-episode'

test.each([
  ['https://show.example/1', 'http://www.show.example/1/?utm_source=x#player'],
  ['https://show.example', 'https://show.example/'],
  ['https://show.example/?p=1', 'https://show.example?p=1'],
])('%s and %s are the same page', (one, other) => {
  expect(pageKey(one)).toBe(pageKey(other))
})

test.each([
  ['https://show.example/1', 'https://show.example/2'],
  ['https://show.example/?p=1', 'https://show.example/?p=2'],
  ['https://a.example/1', 'https://b.example/1'],
])('%s and %s are different pages', (one, other) => {
  expect(pageKey(one)).not.toBe(pageKey(other))
})

test.each([
  [
    'https://dts.podtrac.com/redirect.mp3/chrt.fm/track/9EE2G/pdst.fm/e/rss.art19.com/episodes/7.mp3?rss_browser=B',
    'https://rss.art19.com/episodes/7.mp3',
  ],
  ['https://op3.dev/e,pg=7a2d292c/mikeneumann.show/assets/54.mp3', 'http://mikeneumann.show/assets/54.mp3#t=3'],
  ['https://cdn.example/a.mp3?source=feed', 'https://cdn.example/a.mp3?source=web'],
])('%s and %s are the same recording', (one, other) => {
  expect(recordingKey(one, false)).toBe(recordingKey(other, false))
})

test('a query may be all that distinguishes recordings', () => {
  expect(recordingKey('https://x.example/get?id=1', true)).not.toBe(recordingKey('https://x.example/get?id=2', true))
})

test.each([
  ['https://cdn.example/a.mp3', 'https://cdn.example/b.mp3'],
  ['https://one.example/a.mp3', 'https://two.example/a.mp3'],
])('%s and %s are different recordings', (one, other) => {
  expect(recordingKey(one, false)).not.toBe(recordingKey(other, false))
})

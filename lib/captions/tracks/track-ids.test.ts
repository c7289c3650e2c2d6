import { expect, test } from 'vitest'
import { parseTrackId, requestedLanguage, withIds } from './track-ids'

test.each([
  ['iw', 'captions', 'he-x-human1', 'he'],
  ['zh-tw', 'auto_captions', 'zh-TW-x-auto1', 'zh-TW'],
  ['en-x-two', 'captions', 'en-x-two-x-human1', 'en-x-two'],
  [null, 'captions', 'und-x-human1', 'auto'],
] as const)('the ID of a track in %s is parsed in any case, and leads to its language', (lang, source, id, shown) => {
  expect(withIds([{ lang, source }])).toMatchObject([{ id }])
  expect([parseTrackId(id), parseTrackId(` ${id.toUpperCase()} `)]).toEqual([id, id])
  expect(requestedLanguage(id)).toBe(shown)
})

test.each(['en', 'auto', 'en-x-other', 'en-x-human', 'en-x-human0', 'x-human1'])('%s is the ID of no track', (text) => {
  expect([parseTrackId(text), requestedLanguage(text)]).toEqual([null, text])
})

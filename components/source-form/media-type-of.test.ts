import { expect, test } from 'vitest'
import { mediaTypeOf } from './media-type-of'

test('the browser knows best', () => {
  expect(mediaTypeOf({ name: 'talk.mp3', type: 'audio/mp3' })).toBe('audio/mp3')
})

test.each([
  ['Talk.MKV', 'video/x-matroska'],
  ['captions.srt', 'application/x-subrip'],
  ['notes.xyz', 'application/octet-stream'],
  ['noending', 'application/octet-stream'],
])('%s without a type is %s', (name, type) => {
  expect(mediaTypeOf({ name, type: '' })).toBe(type)
})

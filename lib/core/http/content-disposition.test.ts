import { expect, test } from 'vitest'
import { titledAttachment } from './content-disposition'

test.each([
  ['jfk.mp3', `attachment; filename="jfk.srt"; filename*=UTF-8''jfk.srt`],
  [
    'Café: "100 %" / part 1',
    `attachment; filename="Cafe 100 _ part 1.srt"; filename*=UTF-8''Caf%C3%A9%20100%20%25%20part%201.srt`,
  ],
  ['日本語', `attachment; filename="___.srt"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%E8%AA%9E.srt`],
  ["it's (a) *test*", `attachment; filename="it's (a) test.srt"; filename*=UTF-8''it%27s%20%28a%29%20test.srt`],
  ['../..\r\nX: y', `attachment; filename="X y.srt"; filename*=UTF-8''X%20y.srt`],
  ['  \u202e', `attachment; filename="transcript.srt"; filename*=UTF-8''transcript.srt`],
])('%j is saved under a name that any system takes', (title, header) => {
  expect(titledAttachment(title, 'srt')).toBe(header)
})

test('a long title is cut between characters', () => {
  expect(titledAttachment('😀'.repeat(100), 'srt')).toContain(`${'%F0%9F%98%80'.repeat(80)}.srt`)
})

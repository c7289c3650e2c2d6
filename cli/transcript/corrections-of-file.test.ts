import { expect, test } from 'vitest'
import { correctionsOfFile } from './corrections-of-file'

const line = (start: number, text: string) => ({ start, end: start + 1, duration: 1, text })
const transcript = {
  segments: [line(0, 'The marmit sleeps.'), line(1, 'It dreams of snow,'), line(2, 'and of spring.')],
  speakers: [
    { id: 'S1', name: 'Ann' },
    { id: 'S2', name: null },
  ],
}
const edits = (file: string) => correctionsOfFile(transcript, new TextEncoder().encode(file))

test('changes in a file of subtitles are edited in the segments, with any division into cues', () => {
  const srt = `1
00:00:00,000 --> 00:00:01,500
Ann: The marmot sleeps.
It dreams

2
00:00:01,500 --> 00:00:03,000
Speaker 2: of snow, and of summer.
`
  expect(edits(srt)).toEqual([
    { index: 0, delete: 1, segments: [{ text: 'The marmot sleeps.' }] },
    { index: 2, delete: 1, segments: [{ text: 'and of summer.' }] },
  ])
})

test('captions of other formats are compared the same way', () => {
  expect(edits('[00:00.00]The marmot sleeps.\n[00:01.00]It dreams of snow,\n[00:02.00]and of spring.\n')).toEqual([
    { index: 0, delete: 1, segments: [{ text: 'The marmot sleeps.' }] },
  ])
})

test('plain text is compared the same way, and what is left out is deleted', () => {
  expect(edits('The marmit sleeps.\n\nand of spring.\n')).toEqual([{ index: 1, delete: 1, segments: [] }])
  expect(edits('The marmit sleeps. It dreams of snow, and of spring.')).toEqual([])
})

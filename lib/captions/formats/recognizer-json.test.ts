import { expect, test } from 'vitest'
import { parseCaptions } from '../parse'
import { parseCaptionText } from '../parse-caption-text'
import { parseWhisperJson } from './whisper-json'
import { parseYoutubeTranscriptJson } from './youtube-transcript-json'

test('Whisper’s segments have their words, and the file its language', async () => {
  const file = {
    text: ' Hello there. Bye.',
    segments: [
      {
        ...{ id: 0, seek: 0, start: 0, end: 1.5, text: ' Hello there.', tokens: [1], temperature: 0 },
        words: [
          { word: ' Hello', start: 0, end: 0.52, probability: 0.99 },
          { word: ' there.', start: 0.52, end: 1.5, probability: 0.9 },
        ],
      },
      { id: 1, start: 2, end: 3, text: ' Bye.', words: [] },
    ],
    language: 'en',
  }
  expect(parseWhisperJson(JSON.stringify(file))).toEqual({
    cues: [
      {
        ...{ startMs: 0, endMs: 1500, text: 'Hello there.' },
        words: [
          { startMs: 0, endMs: 520, text: 'Hello' },
          { startMs: 520, endMs: 1500, text: 'there.' },
        ],
      },
      { startMs: 2000, endMs: 3000, text: 'Bye.' },
    ],
    dropped: 0,
    lang: 'en',
  })
  expect(await parseCaptionText({ bytes: Buffer.from(JSON.stringify(file)) })).toMatchObject({ lang: 'en' })
})

test('words beside segments, as OpenAI writes them, go to the segments that they begin in', () => {
  const file = {
    ...{ task: 'transcribe', language: 'english', duration: 3, text: 'Hello there. Bye.' },
    words: [
      { word: 'Hello', start: 0, end: 0.5 },
      { word: 'there', start: 0.5, end: 1.4 },
      { word: 'Bye', start: 2, end: 2.4 },
    ],
    segments: [
      { id: 0, start: 0, end: 1.5, text: ' Hello there.' },
      { id: 1, start: 2, end: 3, text: ' Bye.' },
    ],
  }
  const { cues } = parseWhisperJson(JSON.stringify(file))
  expect(cues.map(({ words }) => words?.map(({ text }) => text))).toEqual([['Hello', 'there'], ['Bye']])
})

test('a name of a language is no tag: the text decides', async () => {
  const file = { language: 'english', segments: [{ start: 0, end: 1, text: 'Hello' }] }
  expect(await parseCaptionText({ bytes: Buffer.from(JSON.stringify(file)) })).not.toHaveProperty('lang')
})

test('words alone become sentences', () => {
  const words = ['So', 'it', 'is.', 'Good', 'night.'].map((word, index) => ({ word, start: index, end: index + 0.8 }))
  const parsed = parseCaptions(Buffer.from(JSON.stringify({ task: 'transcribe', words })))
  expect(parsed).toMatchObject({
    format: 'whisper-json',
    cues: [{ text: 'So it is.', startMs: 0, endMs: 2800 }, { text: 'Good night.' }],
  })
})

test('OpenAI’s speakers are read', () => {
  const segments = [{ type: 'transcript.text.segment', id: 'seg_0', start: 0, end: 1, text: 'Hi.', speaker: 'A' }]
  expect(parseWhisperJson(JSON.stringify({ task: 'transcribe', segments })).cues).toEqual([
    { startMs: 0, endMs: 1000, text: 'Hi.', speaker: 'A' },
  ])
})

test('a WhisperX word without times is placed between its neighbors', () => {
  const words = [
    { word: 'In', start: 0.5, end: 0.75, score: 0.9 },
    { word: '2014.' },
    { word: 'it', start: 1.5, end: 2, score: 0.8 },
  ]
  const file = { segments: [{ start: 0.5, end: 2, text: ' In 2014. it', words, speaker: 'SPEAKER_01' }] }
  expect(parseCaptions(Buffer.from(JSON.stringify(file)))).toMatchObject({
    format: 'whisperx-json',
    cues: [{ speaker: 'SPEAKER_01', words: [{ endMs: 750 }, { startMs: 750, endMs: 750 }, { startMs: 1500 }] }],
  })
})

test('the first of several videos of youtube-transcript-api is read', () => {
  const video = (text: string) => [{ text, start: 1, duration: 2 }]
  expect(parseYoutubeTranscriptJson(JSON.stringify([video('a'), video('b')], null, 2)).cues).toEqual([
    { startMs: 1000, endMs: 3000, text: 'a' },
  ])
})

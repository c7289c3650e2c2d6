import { describe, expect, test } from 'vitest'
import type { Segment } from './cue'
import { renderJson } from './formats/json/json'
import { renderMarkdown } from './formats/markdown/markdown'
import { parseSrt, renderSrt } from './formats/srt/srt'
import { renderText } from './formats/text/text'
import { parseWebvtt, renderWebvtt } from './formats/webvtt/webvtt'
import { toSegments, toTranscriptSegments } from './layout/segments'
import { identifySpeakers, MAX_SPEAKERS, speakerNames } from './speakers'

const said = (startMs: number, endMs: number, text: string, speaker?: string): Segment =>
  speaker === undefined ? { startMs, endMs, text } : { startMs, endMs, text, speaker }

const TALK = [
  said(0, 1000, 'Hello there.', 'S1'),
  said(1000, 2000, 'How are you?', 'S1'),
  said(2000, 3000, 'Fine.', 'S2'),
  said(3000, 4000, 'Music'),
  said(4000, 5000, 'Good.', 'S1'),
]
const names = speakerNames([
  { id: 'S1', name: 'Ann & <Bob>' },
  { id: 'S2', name: null },
])

describe('identifySpeakers', () => {
  test('numbers speakers in the order in which they speak, and keeps the names of caption files', () => {
    const segments = [
      said(0, 1, 'a', ' Roger  Bingham '),
      said(1, 2, 'b', 'Neil'),
      said(2, 3, 'c'),
      said(3, 4, 'd', 'Roger Bingham'),
    ]
    expect(identifySpeakers(segments, { named: true })).toEqual({
      segments: [said(0, 1, 'a', 'S1'), said(1, 2, 'b', 'S2'), said(2, 3, 'c'), said(3, 4, 'd', 'S1')],
      speakers: [
        { id: 'S1', name: 'Roger Bingham' },
        { id: 'S2', name: 'Neil' },
      ],
    })
  })

  test('does not take the label of an engine for a name', () => {
    const { speakers } = identifySpeakers([said(0, 1, 'a', 'speaker_07')], { named: false })
    expect(speakers).toEqual([{ id: 'S1', name: null }])
  })

  test('bounds the number and the length of names, and loses no text', () => {
    const many = Array.from({ length: 500 }, (_, at) => said(at, at + 1, `text ${at}`, `${at} ${'x'.repeat(1000)}`))
    const { segments, speakers } = identifySpeakers(many, { named: true })
    expect(speakers).toHaveLength(MAX_SPEAKERS)
    expect(Math.max(...speakers.map(({ name }) => name?.length ?? 0))).toBe(100)
    expect(segments.map(({ text }) => text)).toEqual(many.map(({ text }) => text))
    expect(segments.filter(({ speaker }) => speaker !== undefined)).toHaveLength(MAX_SPEAKERS)
  })

  test('a name of nothing that can be seen is none', () => {
    expect(identifySpeakers([said(0, 1, 'a', '\u200b \u0000')], { named: true })).toEqual({
      segments: [said(0, 1, 'a')],
      speakers: [],
    })
  })
})

describe('speakers of a WebVTT file', () => {
  const parse = (...payloads: string[]) =>
    parseWebvtt(
      `WEBVTT\n\n${payloads.map((payload, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${payload}\n`).join('\n')}`,
    ).cues.map(({ speaker }) => speaker)

  test('are the annotations of voice spans', () => {
    expect(
      parse('<v Ann>Hi', '<v.loud.first Bo &amp; Co>Hi</v>', '<v\tCleo  D>Hi', 'Hi', '<i><v Eve>Hi</v></i>'),
    ).toEqual(['Ann', 'Bo & Co', 'Cleo  D', undefined, 'Eve'])
  })

  test('are those of each voice of a cue, and none where the span has no name', () => {
    expect(parse('<v Ann>- Hi\n<v Bo>- Ho', '<v>Hi', '<v >Hi', '<video Ann>Hi')).toEqual([
      'Ann',
      'Bo',
      undefined,
      undefined,
      undefined,
    ])
  })

  test('stay with their segments, and are absent where cues of different speakers begin together', () => {
    const cues = [
      { startMs: 0, endMs: 2000, text: 'Hi', speaker: 'Ann' },
      { startMs: 1000, endMs: 2000, text: 'Ho', speaker: 'Bo' },
      { startMs: 1000, endMs: 2000, text: 'Hu', speaker: 'Ann' },
    ]
    expect(toSegments(cues)).toEqual([said(0, 1000, 'Hi', 'Ann'), said(1000, 2000, 'Ho Hu')])
    expect(toTranscriptSegments(cues.slice(0, 2)).map(({ speaker }) => speaker)).toEqual(['Ann', 'Bo'])
  })
})

describe('a transcript with speakers', () => {
  test('as JSON has the speaker of each segment, and no name within its text', () => {
    const { text, segments } = renderJson(TALK)
    expect(text).toBe('Hello there. How are you?\n\nFine.\n\nMusic\n\nGood.')
    expect(segments.map(({ speaker }) => speaker)).toEqual(['S1', 'S1', 'S2', undefined, 'S1'])
  })

  test('as text and as Markdown begins each change of speaker with a name', () => {
    expect(renderText(TALK, { names })).toBe(
      'Ann & <Bob>: Hello there. How are you?\n\nSpeaker 2: Fine.\n\nMusic\n\nAnn & <Bob>: Good.',
    )
    expect(renderMarkdown(TALK, { names })).toBe(
      '**0:00** **Ann & \\<Bob\\>:** Hello there. How are you?\n\n**0:02** **Speaker 2:** Fine.\n\n**0:03** Music\n\n**0:04** **Ann & \\<Bob\\>:** Good.\n',
    )
  })

  test('as SRT begins each change of speaker with a name', () => {
    expect(parseSrt(renderSrt(TALK, names)).cues.map(({ text }) => text)).toEqual([
      'Ann & <Bob>: Hello there.',
      'How are you?',
      'Speaker 2: Fine.',
      'Music',
      'Ann & <Bob>: Good.',
    ])
  })

  test('as WebVTT has a voice span for each cue, whose text stays as it is', () => {
    const { cues } = parseWebvtt(renderWebvtt(TALK, { names }))
    expect(cues.map(({ text }) => text)).toEqual(TALK.map(({ text }) => text))
    expect(cues.map(({ speaker }) => speaker)).toEqual([
      'Ann & <Bob>',
      'Ann & <Bob>',
      'Speaker 2',
      undefined,
      'Ann & <Bob>',
    ])
  })

  test('with one speaker has no names in text, Markdown and SRT', () => {
    const alone = speakerNames([{ id: 'S1', name: 'Ann' }])
    const segments = TALK.slice(0, 2)
    expect(renderText(segments, { names: alone })).toBe('Hello there. How are you?')
    expect(renderSrt(segments, alone)).toBe(renderSrt(segments))
    expect(renderMarkdown(segments, { names: alone })).not.toContain('Ann')
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toTranscriptSegments } from '../../layout/segments'
import { parseCaptionText } from '../../parse-caption-text'
import { identifySpeakers } from '../../speakers'
import { arbitraryCues } from '../../testing/arbitrary-cues'
import { parseJson, renderJson, segmentJson } from './json'

describe('the JSON of a transcript', () => {
  const transcript = {
    id: '0199',
    video_id: 'x',
    lang: 'pt-BR',
    requested_lang: 'auto',
    format: 'json',
    text: 'Olá. Sim.',
    segments: [
      {
        ...{ start: 0.5, end: 1.25, duration: 0.75, text: 'Olá.', speaker: 'S1' },
        words: [{ start: 0.5, end: 1.25, text: 'Olá.' }],
      },
      { start: 2, end: 3.001, duration: 1.001, text: 'Sim.', speaker: 'S2' },
    ],
    speakers: [
      { id: 'S1', name: 'Ana' },
      { id: 'S2', name: null },
    ],
    warnings: [],
  }

  test('is read back with its language, speakers and words', async () => {
    const { segments, ...facts } = await parseCaptionText({ bytes: Buffer.from(JSON.stringify(transcript)) })
    expect(facts).toMatchObject({ format: 'json', lang: 'pt-BR', warnings: [] })
    const identified = identifySpeakers(segments, { named: true })
    expect(identified.segments.map(segmentJson)).toEqual(transcript.segments)
    expect(identified.speakers).toEqual(transcript.speakers)
  })

  test('is read back up to where it breaks off', () => {
    const whole = JSON.stringify(transcript)
    const parsed = parseJson(whole.slice(0, whole.indexOf('Sim.","speaker')))
    expect(parsed).toMatchObject({ dropped: 1, droppedAfterMs: 500, cues: [{ text: 'Olá.', speaker: 'S1' }] })
  })
})

test('any transcript is read back as it is written', () => {
  fc.assert(
    fc.property(arbitraryCues(), (cues) => {
      const segments = toTranscriptSegments(cues)
      const { cues: read, dropped } = parseJson(JSON.stringify(renderJson(segments)))
      expect([read, dropped]).toEqual([
        segments.map(({ words, ...rest }) => (words?.length ? { ...rest, words } : rest)),
        0,
      ])
    }),
  )
})

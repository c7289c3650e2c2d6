import { describe, expect, test } from 'vitest'
import { newUser, upload, useService } from '@/test/service'

const service = await useService()

async function transcribe(name: string, file: string) {
  const { apiKey: key } = await newUser('ultra')
  const object = await upload(service, key, name, file)
  return service.call('POST', '/v1/transcript', { key, body: { upload: object } })
}

/** One cue an hour in, one at a time that no recording reaches. `timed` writes a time of so many hours. */
const FILES: readonly (readonly [string, (timed: number) => string])[] = [
  [
    'a.srt',
    (hours) => `1\n01:00:00,000 --> 01:00:01,000\nOne.\n\n2\n${hours}:00:00,000 --> ${hours}:00:01,000\nTwo.\n`,
  ],
  [
    'a.vtt',
    (hours) => `WEBVTT\n\n01:00:00.000 --> 01:00:01.000\nOne.\n\n${hours}:00:00.000 --> ${hours}:00:01.000\nTwo.\n`,
  ],
  [
    'a.ass',
    (hours) =>
      `[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,1:00:00.00,1:00:01.00,Default,,0,0,0,,One.\nDialogue: 0,${hours}:00:00.00,${hours}:00:01.00,Default,,0,0,0,,Two.\n`,
  ],
  [
    'a.ttml',
    (hours) =>
      `<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="3600s" end="3601s">One.</p><p begin="${hours * 3600}s" end="${hours * 3600 + 1}s">Two.</p></div></body></tt>`,
  ],
  ['a.lrc', (hours) => `[60:00.00]One.\n[${hours * 60}:00.00]Two.\n`],
  [
    'youtube.json',
    (hours) =>
      JSON.stringify({
        wireMagic: 'pb3',
        events: [
          { tStartMs: 3_600_000, dDurationMs: 1000, segs: [{ utf8: 'One.' }] },
          { tStartMs: hours * 3_600_000, dDurationMs: 1000, segs: [{ utf8: 'Two.' }] },
        ],
      }),
  ],
  [
    'a.json',
    (hours) =>
      JSON.stringify({
        version: '1.0.0',
        segments: [
          { startTime: 3600, endTime: 3601, body: 'One.' },
          { startTime: hours * 3600, endTime: hours * 3600 + 1, body: 'Two.' },
        ],
      }),
  ],
]

describe.each(FILES)('captions in %s', (name, file) => {
  test.each([597, 99_999, 999_999_999])(
    'with a cue at %i hours are refused with a sentence, or go without that cue',
    async (hours) => {
      const answer = await transcribe(name, file(hours))
      if (answer.status === 413) {
        expect(answer.body).toMatchObject({ code: 'media_too_long', context: { max_seconds: 2_147_483 } })
      } else {
        expect(answer).toMatchObject({ status: 200, body: { duration_seconds: 3601 } })
      }
    },
  )

  test('with a cue at 9 hours are a transcript of 9 hours', async () => {
    const answer = await transcribe(name, file(9))
    expect(answer).toMatchObject({ status: 200, body: { total_seconds: 32_401 } })
  })
})

test('a cue at 99999:00:00 is answered 413 with what to do', async () => {
  const [name, file] = FILES[0] ?? ['', () => '']
  const answer = await transcribe(name, file(99_999))
  expect(answer).toMatchObject({ status: 413, body: { code: 'media_too_long' } })
  expect((answer.body as { detail: string }).detail).toContain('end at 99999:00:01')
})

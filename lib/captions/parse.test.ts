import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { MAX_CAPTION_BYTES, MAX_JSON3_BYTES } from './caption-limits'
import { parseHlsCues } from './formats/webvtt/hls-webvtt'
import { parseCaptions, parseCaptionsAsync } from './parse'
import { SAMPLES } from './testing/samples'

/** A json3 document of so many events, each padded to some 1000 characters. */
function json3(events: number): string {
  const event = (index: number) =>
    `{"tStartMs":${index * 1000},"dDurationMs":900,${' '.repeat(920)}"segs":[{"utf8":"é ${index}"}]}`
  return `{"wireMagic":"pb3","events":[${Array.from({ length: events }, (_, index) => event(index)).join(',')}]}`
}

const DAMAGED = Object.entries(SAMPLES).map(([format, { damaged }]) => [format, damaged] as const)

test.each(DAMAGED)('a caption of %s that cannot be read is counted, with its place', (format, text) => {
  const parsed = parseCaptions(new TextEncoder().encode(text))
  expect(parsed).toMatchObject({ format, dropped: 1, droppedAfterMs: parsed?.cues[0]?.startMs })
  expect(parsed?.cues.map((cue) => cue.text[0])).toEqual(['a', 'c'])
})

test.each(DAMAGED)('no words of %s are missing without a count, however its times are broken', (_, text) => {
  for (const broken of [
    '',
    '?',
    'NaN',
    'ab:cd',
    '3 3',
    '-',
    '9'.repeat(20),
    '>',
    '"',
    '\n',
    '\n\n',
    '3\t',
    '\u202e3',
  ]) {
    const parsed = parseCaptions(new TextEncoder().encode(text.replace('O3', () => broken)))
    const words = parsed?.cues.map((cue) => cue.text).join(' ') ?? ''
    expect(parsed && (parsed.dropped > 0 || ['a', 'b', 'c'].every((word) => words.includes(word))), broken).toBe(true)
  }
})

test('HLS captions that cannot be read are counted, with the place in the recording', () => {
  const chunk = (mpegTs: number, cues: string) =>
    new TextEncoder().encode(`WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:${mpegTs}\n\n${cues}`)
  const good = '00:01.000 --> 00:02.000\na'
  const broken = '00:O3.000 --> 00:04.000\nb'
  const parsed = parseHlsCues([chunk(0, good), chunk(900_000, `${good}\n\n${broken}`), chunk(1_800_000, broken)])
  expect(parsed).toMatchObject({ dropped: 2, droppedAfterMs: 11_000 })
  expect(parseHlsCues([chunk(0, good), chunk(900_000, broken)]).droppedAfterMs).toBe(1000)
})

describe('parseCaptionsAsync', () => {
  test.each(['utf-8', 'utf-16le', 'utf-16be'])(
    'reads a large json3 document in %s as parseCaptions does',
    async (charset) => {
      const bytes = iconv.encode(json3(3000), charset, { addBOM: true })
      const read = await parseCaptionsAsync(bytes)
      expect(read).toMatchObject({ format: 'json3', dropped: 0 })
      expect(read?.cues).toHaveLength(3000)
      expect(read).toEqual(parseCaptions(bytes))
    },
  )

  test('reads json3 beyond the bound of other formats', async () => {
    const bytes = new TextEncoder().encode(json3(36_000))
    expect(bytes.byteLength).toBeGreaterThan(MAX_CAPTION_BYTES)
    const read = await parseCaptionsAsync(bytes)
    expect(read?.cues).toHaveLength(36_000)
    expect(read?.cues.at(-1)).toEqual({ startMs: 35_999_000, endMs: 35_999_900, text: 'é 35999' })
  })

  test('reads other formats, small and large', async () => {
    const cue = '00:00:01,000 --> 00:00:02,000\nx\n\n'
    expect(await parseCaptionsAsync(new TextEncoder().encode(cue))).toMatchObject({ format: 'srt' })
    expect((await parseCaptionsAsync(new TextEncoder().encode(cue.repeat(20_000))))?.cues).toHaveLength(20_000)
    expect(await parseCaptionsAsync(new TextEncoder().encode('hello'))).toBeNull()
  })

  test('refuses what is too large', async () => {
    const tooLarge = expect.objectContaining({ code: 'file_too_large', status: 413 })
    await expect(parseCaptionsAsync(new Uint8Array(MAX_JSON3_BYTES + 1))).rejects.toEqual(tooLarge)
    await expect(parseCaptionsAsync(new Uint8Array(MAX_CAPTION_BYTES + 1).fill(65))).rejects.toEqual(tooLarge)
  })
})

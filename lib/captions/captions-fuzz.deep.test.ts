import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Problem } from '@/lib/core/problem/problem'
import { propertyRuns } from '@/test/property-runs'
import type { Segment } from './cue'
import { renderMarkdown } from './formats/markdown/markdown'
import { parseSrt, renderSrt } from './formats/srt/srt'
import { renderText } from './formats/text/text'
import { parseWebvtt, renderWebvtt } from './formats/webvtt/webvtt'
import { toSegments } from './layout/segments'
import { parseCaptionsAsync } from './parse'
import { SAMPLES } from './testing/samples'

const FIXTURES = path.resolve(import.meta.dirname, '../../test/fixtures')
const LIMITS = { seed: 20_261_121, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false }
/** A file longer than this is cut: every round reads all of it. */
const MAX_BYTES = 4_000

const read = (...names: string[]) => readFileSync(path.join(FIXTURES, ...names)).subarray(0, MAX_BYTES)
const WPT = readdirSync(path.join(FIXTURES, 'wpt/file-parsing')).filter((name) => name.endsWith('.vtt'))

/** A real file, or one in the form that others write, of every format there is. */
const FILES: [string, Uint8Array][] = [
  ...WPT.slice(0, 12).map((name): [string, Uint8Array] => [`webvtt ${name}`, read('wpt/file-parsing', name)]),
  ['webvtt of a publisher', read('feeds/transcript.vtt')],
  ['srt of a publisher', read('feeds/transcript.srt')],
  ['srv1 of YouTube', read('youtube/yta-transcript.srv1.xml')],
  ['podcast-json', read('captions/podcast-transcript.json')],
  ['podcast-html', read('captions/podcast-transcript.html')],
  ['srt in UTF-16', Buffer.from('\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nÄh – 字幕\r\n', 'utf16le')],
  ...Object.entries(SAMPLES).map(([format, { document }]): [string, Uint8Array] => [format, Buffer.from(document)]),
]

type Edit = { at: number; cut: number; add: Uint8Array }

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 6 }),
  fc
    .constantFrom('-->', '\0', '\ufeff', '99:99:99,999', '-1', '1e400', '9'.repeat(30), '<p>', '{\\p1}', '&#0;')
    .map((text) => Buffer.from(text)),
)

function edit(file: Uint8Array, { at, cut, add }: Edit): Uint8Array {
  return Buffer.concat([file.subarray(0, at), add, file.subarray(at + cut)])
}

/** A file that was damaged: bytes changed, cut out, put in; broken off; or gone over into another one. */
function damaged(file: Uint8Array): fc.Arbitrary<Uint8Array> {
  const at = fc.nat(file.length)
  const edits = fc.array(fc.record({ at, cut: fc.nat(40), add: bytes }), { minLength: 1, maxLength: 8 })
  const other = fc.constantFrom(...FILES.map(([, one]) => one))
  return fc.oneof(
    { weight: 6, arbitrary: edits.map((list) => list.reduce(edit, file)) },
    { weight: 1, arbitrary: at.map((end) => file.subarray(0, end)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(at, other, fc.nat(MAX_BYTES))
        .map(([end, two, from]) => Buffer.concat([file.subarray(0, end), two.subarray(from)])),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(at, at).map(([from, end]) => Buffer.concat([file, file.subarray(from, end), file])),
    },
  )
}

/** Checks the guarantees that readers of a transcript rely on. */
function expectSound(segments: readonly Segment[]): void {
  let before = 0
  for (const { startMs, endMs, text } of segments) {
    expect(startMs).toBeGreaterThanOrEqual(before)
    expect(endMs).toBeGreaterThan(startMs)
    expect(text.trim()).not.toBe('')
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toContain('\0')
    before = endMs
  }
}

const letters = (segments: readonly Segment[]) =>
  segments
    .map(({ text }) => text)
    .join('')
    .replace(/\s/g, '')

/** Written as a file and read again. Long texts become several cues, at the ends of lines. */
function readBack(segments: readonly Segment[]): Segment[][] {
  return [parseSrt(renderSrt(segments)), parseWebvtt(renderWebvtt(segments))].map(({ cues }) => toSegments(cues))
}

function expectReadsBack(segments: readonly Segment[]): void {
  for (const again of readBack(segments)) {
    expectSound(again)
    expect(letters(again)).toBe(letters(segments))
  }
}

async function readOrRefuse(file: Uint8Array, charset?: string): Promise<Segment[]> {
  try {
    return toSegments((await parseCaptionsAsync(file, charset))?.cues ?? [])
  } catch (error) {
    if (error instanceof Problem) return []
    throw error
  }
}

describe.each(FILES)('%s', (_, file) => {
  test('is read whole to a sound transcript that reads back', async () => {
    const segments = await readOrRefuse(file)
    expectSound(segments)
    expectReadsBack(segments)
    // Cues of rendered cues are the same.
    for (const once of readBack(segments)) for (const twice of readBack(once)) expect(twice).toEqual(once)
  })

  test('a caption file damaged in any way is parsed to a valid transcript or refused', async () => {
    const charset = fc.constantFrom(undefined, undefined, 'utf-16le', 'shift_jis', 'windows-1252', 'no-such-charset')
    await fc.assert(
      fc.asyncProperty(damaged(file), charset, async (broken, named) => {
        const segments = await readOrRefuse(broken, named)
        expectSound(segments)
        expectReadsBack(segments)
        expect(renderText(segments).length + renderMarkdown(segments).length).toBeLessThan(40 * (broken.length + 100))
      }),
      { ...LIMITS, numRuns: propertyRuns(150) },
    )
  })
})

import { printTable } from '@/bench/measure/print-table'
import { READ_FORMATS } from '@/lib/captions/formats/formats'
import { renderJson } from '@/lib/captions/formats/json/json'
import { renderMarkdown } from '@/lib/captions/formats/markdown/markdown'
import { renderSrt } from '@/lib/captions/formats/srt/srt'
import { renderText } from '@/lib/captions/formats/text/text'
import { renderWebvtt } from '@/lib/captions/formats/webvtt/webvtt'
import { toParagraphs } from '@/lib/captions/layout/paragraphs'
import { toTranscriptSegments } from '@/lib/captions/layout/segments'
import { parseCaptions } from '@/lib/captions/parse'
import { SAMPLES } from '@/lib/captions/testing/samples'

/**
 * Five megabytes of one thing, bare and as the text of a cue, read, gathered and written in every format. Ends with 1
 * where one of them takes more than a second from its bytes to the last rendering.
 */
const LONGEST_MS = 1000
const BYTES = 5_000_000

const KINDS: readonly (readonly [string, string])[] = [
  ['line feeds', '\n'],
  ['carriage returns', '\r'],
  ['spaces', ' '],
  ['digits', '7'],
  ['numbers on lines', '1\n'],
  ['arrows', '-->'],
  ['arrows on lines', 'x --> \n'],
  ['<', '<'],
  ['<b>', '<b>'],
  ['<ruby><rt>', '<ruby><rt>'],
  ['{\\', '{\\'],
  ['&', '&'],
  ['&amp;', '&amp;'],
  ['&#', '&#'],
  ['SRT times', '00:00:01,000 --> 00:00:02,000\n'],
  ['WebVTT times', '00:00:01.000 --> 00:00:02.000\n\n'],
  ['SCC captions', '\n00:00:01:00\t9420 6180 942f'],
  ['SCC painted', ' 9429 6180 942c'],
  ['cues that touch', '00:00:01.000 --> 00:00:02.000\na\n\n00:00:02.000 --> 00:00:03.000\na\nb\n\n'],
  ['inline times', '<00:00:01.000>a '],
  ['opening quotes', '“'],
  ['Thai without spaces', 'ภาษาไทย'],
  ['Chinese', '字幕'],
  ['Hangul Jamo', '\u1112\u1161\u11ab'],
  ['combining marks', '\u0301'],
  ['letters with marks', 'e\u0301'],
  ['marks out of order', 'a\u0301\u0323'],
  ['emoji sequences', '👩‍👩‍👧'],
  ['flags', '🇩🇪'],
  ['right-to-left marks', '\u200f'],
  ['Hebrew with marks', 'שלום\u200f '],
  ['NULs', '\0'],
  ['zero-width spaces', 'a\u200b'],
  ['one word', 'word'],
  ['short words', 'a '],
  ['sentences', 'So it is. '],
  ['two spaces', 'a  '],
  ['tabs', 'a\t'],
  ['Markdown signs', '*_['],
]
// Bytes decode to no lone surrogate but in UTF-16.
const UTF_16_KINDS: readonly (readonly [string, string])[] = [['lone surrogates', '\ud800']]

const HEADS: readonly (readonly [string, string])[] = [
  ['bare', ''],
  ['SRT', SAMPLES.srt.head],
  ['WebVTT', SAMPLES.vtt.head],
]
/** The other formats, which are read only: what is written does not depend on them. */
const OTHERS = READ_FORMATS.filter(({ id }) => id !== 'srt' && id !== 'vtt')

type Timing = { step: string; ms: number }

const utf8 = (text: string) => new TextEncoder().encode(text)

function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0xfeff, true)
  for (let index = 0; index < text.length; index++) view.setUint16(2 + index * 2, text.charCodeAt(index), true)
  return bytes
}

/** Does all that is ever done with a caption file, or only reads it, and says how long each step took. */
function timeChain(bytes: Uint8Array, { writes }: { writes: boolean }): Timing[] {
  const timings: Timing[] = []
  const timed = <Result>(step: string, work: () => Result): Result => {
    const startedAt = performance.now()
    const result = work()
    timings.push({ step, ms: performance.now() - startedAt })
    return result
  }
  const cues = timed('parse', () => parseCaptions(bytes))?.cues ?? []
  const segments = timed('read', () => toTranscriptSegments(cues))
  if (!writes) return timings
  timed('SRT', () => renderSrt(segments))
  timed('WebVTT', () => renderWebvtt(segments))
  timed('text', () => renderText(segments))
  timed('Markdown', () => renderMarkdown(segments))
  timed('JSON', () => JSON.stringify(renderJson(segments)))
  timed('paragraphs', () => toParagraphs(segments))
  return timings
}

const sum = (timings: readonly Timing[]) => timings.reduce((total, { ms }) => total + ms, 0)

const bodyOf = (unit: string, encode: (text: string) => Uint8Array) =>
  unit.repeat(BYTES / (encode(unit + unit).length - encode(unit).length))

/** The format that takes longest to read a thing, and how long. */
function measureOthers(name: string, unit: string): string[] {
  const body = bodyOf(unit, utf8)
  const times = OTHERS.map(({ id, label }) => ({
    label,
    ms: sum(timeChain(utf8(SAMPLES[id].head + body), { writes: false })),
  }))
  const [slowest] = times.toSorted((a, b) => b.ms - a.ms)
  if (!slowest) return [name]
  if (slowest.ms > LONGEST_MS) process.exitCode = 1
  return [name, slowest.ms.toFixed(0), slowest.label]
}

/** The time of each head, and the slowest step of the slowest. */
function measure(name: string, unit: string, encode: (text: string) => Uint8Array): string[] {
  const body = bodyOf(unit, encode)
  const chains = HEADS.map(([, head]) => timeChain(encode(head + body), { writes: true }))
  const worst = chains.toSorted((a, b) => sum(b) - sum(a))[0] ?? []
  if (sum(worst) > LONGEST_MS) process.exitCode = 1
  const slowest = worst.toSorted((a, b) => b.ms - a.ms)[0]
  return [name, ...chains.map((chain) => sum(chain).toFixed(0)), `${slowest?.step} ${slowest?.ms.toFixed(0)}`]
}

printTable(
  ['5 MB of', ...HEADS.map(([name]) => `${name} ms`), 'slowest step ms'],
  [
    ...KINDS.map(([name, unit]) => measure(name, unit, utf8)),
    ...UTF_16_KINDS.map(([name, unit]) => measure(name, unit, utf16)),
  ],
)
printTable(
  ['5 MB of', 'other formats ms', 'slowest to read'],
  KINDS.map(([name, unit]) => measureOthers(name, unit)),
)
console.log(`wanted: at most ${LONGEST_MS} ms from the bytes to the last rendering`)

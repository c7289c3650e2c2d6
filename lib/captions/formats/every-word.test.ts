import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCaptionText } from '../parse-caption-text'
import { escapeXml } from '../parsing/xml'

const WORD = fc.stringMatching(/^[a-zäßéאبж字]{1,7}$/)
const SIGN = fc.constantFrom(
  ...['\n', '\n\n', ' < ', ' <3 ', '< ', ' > ', ' & ', ' AT&T ', ' --> ', ' \u200f', '\u202b'],
  ...[' { ', ' } ', ' {ж} ', ' \\ ', ' [x] ', ' "', "' ", ' 42\n', ' ]]> '],
)
const TEXT = fc
  .tuple(WORD, fc.array(fc.tuple(SIGN, WORD), { maxLength: 8 }))
  .map(([first, rest]) => first + rest.flat().join(''))

type Line = { startMs: number; text: string }

const seconds = (ms: number) => (ms / 1000).toFixed(3)
const stamp = (ms: number) => new Date(ms).toISOString().slice(14, 22)
const oneLine = (text: string) => text.replace(/\s+/g, ' ')

/** Files as the programs write them that the format comes from. */
const WRITERS: Record<string, (lines: readonly Line[]) => string> = {
  json3: (lines) =>
    JSON.stringify({
      events: lines.map(({ startMs, text }) => ({ tStartMs: startMs, dDurationMs: 900, segs: [{ utf8: text }] })),
    }),
  'podcast-json': (lines) =>
    JSON.stringify({
      version: '1.0.0',
      segments: lines.map(({ startMs, text }) => ({
        startTime: startMs / 1000,
        endTime: startMs / 1000 + 0.9,
        body: text,
      })),
    }),
  srv1: (lines) =>
    `<transcript>${lines.map(({ startMs, text }) => `<text start="${seconds(startMs)}" dur="0.9">${escapeXml(escapeXml(text))}</text>`).join('')}</transcript>`,
  srv3: (lines) =>
    `<timedtext format="3"><body>${lines.map(({ startMs, text }) => `<p t="${startMs}" d="900">${escapeXml(text)}</p>`).join('')}</body></timedtext>`,
  'podcast-html': (lines) =>
    `<html><body>${lines.map(({ startMs, text }) => `<time>${stamp(startMs)}</time><p>${escapeXml(text)}</p>`).join('')}</body></html>`,
  ttml: (lines) =>
    `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>${lines.map(({ startMs, text }) => `<p begin="${startMs}ms" dur="900ms">${escapeXml(text)}</p>`).join('')}</div></body></tt>`,
  lrc: (lines) => lines.map(({ startMs, text }) => `[${stamp(startMs)}]${oneLine(text)}\n`).join(''),
  srt: (lines) =>
    lines
      .map(({ startMs, text }, index) => {
        const times = [startMs, startMs + 900].map((ms) => new Date(ms).toISOString().slice(11, 23).replace('.', ','))
        return `${index + 1}\n${times.join(' --> ')}\n${text}\n\n`
      })
      .join(''),
  webvtt: (lines) =>
    `WEBVTT\n\n${lines
      .map(({ startMs, text }) => {
        const times = [startMs, startMs + 900].map((ms) => new Date(ms).toISOString().slice(11, 23))
        return `${times.join(' --> ')}\n${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}\n\n`
      })
      .join('')}`,
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}&<>]+/gu)?.join('')

test.each(Object.entries(WRITERS))('no word of %s is lost, whatever is between words', async (format, write) => {
  await fc.assert(
    fc.asyncProperty(fc.array(TEXT, { minLength: 2, maxLength: 6 }), async (texts) => {
      const lines = texts.map((text, index) => ({ startMs: 1000 + index * 2000, text: `Cue: ${text} end` }))
      const parsed = await parseCaptionText({ bytes: new TextEncoder().encode(write(lines)) })
      expect([parsed.format, parsed.warnings]).toEqual([format, []])
      expect(wordsOf(parsed.segments.map(({ text }) => text).join(' '))).toEqual(
        wordsOf(lines.map(({ text }) => text).join(' ')),
      )
    }),
    { numRuns: 200, seed: 20_261_125 },
  )
})

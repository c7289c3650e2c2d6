import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCaptions } from '@/lib/captions/parse'
import { setEnv } from '@/lib/core/env'
import { probeMedia } from '../probe-media'
import { extractCaptions } from './extract-captions'

let folder: string

const at = (name: string) => path.join(folder, name)
const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: folder })

async function cuesOf(name: string, track = 0) {
  const { textTracks } = await probeMedia(at(name))
  const found = textTracks[track]
  if (!found) throw new Error(`${name} has ${textTracks.length} text tracks`)
  return parseCaptions(await extractCaptions(at(name), found))?.cues ?? []
}

beforeAll(async () => {
  // The test runner sets the address for pages, to a path.
  setEnv({ BASE_URL: 'http://localhost:3000', MEDIA_MAX_SECONDS: '3600' })
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-captions-'))
  await writeFile(at('de.srt'), '1\n00:00:00,500 --> 00:00:01,500\nGrüße & <i>mehr</i>\n')
  await writeFile(
    at('en.srt'),
    '1\n00:00:00,500 --> 00:00:01,500\nHello\n\n2\n00:20:00,000 --> 00:20:01,000\nGoodbye\n',
  )
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['a.mkv', 'subrip'],
  ['b.mkv', 'ass'],
  ['c.mp4', 'mov_text'],
  ['d.webm', 'webvtt'],
])('each track of %s (%s) has its own cues', async (name, encoder) => {
  ffmpeg('-i', 'de.srt', '-i', 'en.srt', '-map', '0', '-map', '1', '-c:s', encoder, name)
  expect(await cuesOf(name)).toMatchObject([{ startMs: 500, endMs: 1500, text: 'Grüße & mehr' }])
  expect(await cuesOf(name, 1)).toMatchObject([
    { startMs: 500, endMs: 1500, text: 'Hello' },
    { startMs: 1_200_000, endMs: 1_201_000, text: 'Goodbye' },
  ])
})

test('times that begin after the picture does are kept', async () => {
  const late = ['-f', 'lavfi', '-i', 'testsrc=d=3:s=64x64', '-itsoffset', '1', '-i', 'en.srt', '-t', '3']
  ffmpeg(...late, '-c:s', 'mov_text', 'late.mp4')
  expect(await cuesOf('late.mp4')).toMatchObject([{ startMs: 1500, endMs: 2500, text: 'Hello' }])
})

/** Signs in texts, and a byte without a meaning for each: encoders would read the signs as markup. */
const SIGNS = ['\n', '<', '>', '&', '-', '{', '}', '\\']
const coded = (text: string) => text.replace(/[\n<>&\-{}\\]/g, (sign) => String.fromCharCode(1 + SIGNS.indexOf(sign)))

const word = fc.stringMatching(/^[a-zäßéאب]{1,7}$/)
const sign = (signs: readonly string[]) => fc.constantFrom('\n', ' \u200f', ' > ', ' & ', ' AT&T ', ' --> ', ...signs)

/** Texts of words with signs between them, as one cue each. */
function someTexts(signs: readonly string[]): string[] {
  const rest = fc.array(fc.tuple(sign(signs), word), { maxLength: 6 })
  const text = fc.tuple(word, rest).map(([first, more]) => first + more.flat().join(''))
  return fc.sample(text, { seed: 20_261_125, numRuns: 200 }).map((one, index) => `${index} ${one} end`)
}

const time = (seconds: number, source: string) =>
  new Date(seconds * 1000)
    .toISOString()
    .slice(11, 23)
    .replace('.', source === 'srt' ? ',' : '.')
const wordsOf = (text: string) => text.match(/[\p{L}\d&]+/gu)

/** Writes the texts as they are into a text track of a new file, which ffmpeg muxes with stand-ins for the signs. */
async function mux(texts: readonly string[], source: 'srt' | 'vtt' | 'ass', options: string[], name: string) {
  const cues = texts.map((text, index) => {
    const [start, end] = [time(index, source), time(index + 0.5, source)]
    return source === 'ass'
      ? `Dialogue: 0,${start.slice(1, 11)},${end.slice(1, 11)},Default,,0,0,0,,${coded(text)}\n`
      : `${index + 1}\n${start} --> ${end}\n${coded(text)}\n\n`
  })
  const header = { srt: '', vtt: 'WEBVTT\n\n', ass: '[Script Info]\nScriptType: v4.00+\n\n[Events]\n' }[source]
  await writeFile(at(`texts.${source}`), header + cues.join(''))
  ffmpeg('-i', `texts.${source}`, ...options, name)
  const bytes = await readFile(at(name))
  for (const text of texts) {
    const found = bytes.indexOf(coded(text))
    if (found === -1) throw new Error(`${name} has no ${JSON.stringify(coded(text))}`)
    bytes.write(text, found)
  }
  await writeFile(at(name), bytes)
}

const NO_MARKUP = ['\n\n', ' { ', ' } ', ' \\ ', ' <3 ', ' < ']

test.each([
  ['srt.mkv', 'srt', ['-c:s', 'copy'], NO_MARKUP],
  ['vtt.mkv', 'vtt', ['-c:s', 'copy'], NO_MARKUP],
  ['ass.mkv', 'ass', ['-c:s', 'copy'], ['\\N', '\\N\\N', ' <3 ', ' < ', '{\\i1}', '{\\p1}m 0 0 l 1 1{\\p0}']],
  ['srt.mp4', 'srt', ['-c:s', 'mov_text'], NO_MARKUP],
] as const)('no word is lost from the text track of %s', async (name, source, options, signs) => {
  const texts = someTexts(signs).map((text) => (source === 'ass' ? text.replaceAll('\n', '\\N') : text))
  await mux(texts, source, [...options], name)
  const cues = await cuesOf(name)
  const expected = texts.map((text) =>
    wordsOf(text.replaceAll(/\{\\p1\}.*?\{\\p0\}|\{\\i1\}/g, '').replaceAll('\\N', ' ')),
  )
  expect(cues.map(({ text }) => wordsOf(text))).toEqual(expected)
})

test('a track with more text than a recording can need is refused', async () => {
  const cue = (index: number) =>
    `${index + 1}\n${time(index, 'srt')} --> ${time(index + 1, 'srt')}\n${'word '.repeat(50)}\n\n`
  await writeFile(at('huge.srt'), Array.from({ length: 4_000 }, (_, index) => cue(index)).join(''))
  ffmpeg('-i', 'huge.srt', '-c', 'copy', 'huge.mkv')
  await expect(cuesOf('huge.mkv')).rejects.toMatchObject({ code: 'file_too_large' })
})

test('a fault of the file is shown', async () => {
  const track = { index: 0, codec: 'subrip' }
  await writeFile(at('text.mp4'), 'no media')
  await expect(extractCaptions(at('text.mp4'), track)).rejects.toMatchObject({ code: 'unsupported_media' })
  await writeFile(at('damaged.mp4'), '\0\0\0\x20ftypisom')
  await expect(extractCaptions(at('damaged.mp4'), track)).rejects.toMatchObject({ code: 'invalid_media' })
})

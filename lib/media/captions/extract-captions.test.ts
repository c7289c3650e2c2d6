import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { probeMedia } from '../probe-media'
import { extractCaptions } from './extract-captions'

let folder: string

const at = (name: string) => path.join(folder, name)
const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: folder })

beforeAll(async () => {
  // The test runner sets it for pages, to a path.
  vi.stubEnv('BASE_URL', 'http://localhost:3000')
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
])('gives a track of %s (%s) as WebVTT', async (name, encoder) => {
  ffmpeg('-i', 'de.srt', '-i', 'en.srt', '-map', '0', '-map', '1', '-c:s', encoder, name)
  const { textTracks } = await probeMedia(at(name))
  const texts = await Promise.all(textTracks.map((track) => extractCaptions(at(name), track)))
  expect(texts).toHaveLength(2)
  expect(texts[0]).toMatch(/^WEBVTT\n\n00:00\.500 --> 00:01\.500\nGrüße (&|&amp;) <i>mehr<\/i>\n/)
  expect(texts[1]).toContain('20:00.000 --> 20:01.000\nGoodbye')
})

test('keeps times that begin after the picture does', async () => {
  const late = ['-f', 'lavfi', '-i', 'testsrc=d=3:s=64x64', '-itsoffset', '1', '-i', 'en.srt', '-t', '3']
  ffmpeg(...late, '-c:s', 'mov_text', 'late.mp4')
  expect(await extractCaptions(at('late.mp4'), { index: 1 })).toContain('00:01.500 --> 00:02.500\nHello')
})

test('says what is wrong with the file', async () => {
  await writeFile(at('text.mp4'), 'no media')
  await expect(extractCaptions(at('text.mp4'), { index: 0 })).rejects.toMatchObject({ code: 'unsupported_media' })
  await writeFile(at('damaged.mp4'), '\0\0\0\x20ftypisom')
  await expect(extractCaptions(at('damaged.mp4'), { index: 0 })).rejects.toMatchObject({ code: 'invalid_media' })
})

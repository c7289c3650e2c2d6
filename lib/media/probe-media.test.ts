import { execFileSync } from 'node:child_process'
import { copyFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { probeMedia } from './probe-media'

const jfk = fileURLToPath(new URL('../../test/fixtures/audio/jfk.wav', import.meta.url))
const VIDEO = ['-f', 'lavfi', '-i', 'testsrc=d=2:s=64x64']
let folder: string

const at = (name: string) => path.join(folder, name)
const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: folder })
const codeOf = (file: string) =>
  probeMedia(file).then(
    () => 'readable',
    (problem) => problem.code,
  )

async function cutOff(from: string, to: string, bytes: number): Promise<string> {
  await writeFile(at(to), (await readFile(from)).subarray(0, bytes))
  return at(to)
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-probe-'))
  await writeFile(at('en.srt'), '1\n00:00:00,500 --> 00:00:01,500\nHello\n')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('reads a WAV', async () => {
  expect(await probeMedia(jfk)).toEqual({
    container: 'wav',
    durationMs: 11_000,
    hasVideo: false,
    audioTracks: [{ index: 0, lang: null, role: 'dialogue', isDefault: false, channels: 1 }],
    textTracks: [],
    tags: { title: null, artist: null },
  })
})

test('reads tags in any case, and does not take cover art for video', async () => {
  const tags = ['-metadata', 'title=Ask  not', '-metadata', 'ARTIST=J. F. Kennedy']
  ffmpeg(...VIDEO, '-frames:v', '1', 'cover.png')
  ffmpeg(
    '-i',
    jfk,
    '-i',
    'cover.png',
    '-map',
    '0',
    '-map',
    '1',
    '-c:v',
    'png',
    '-disposition:v',
    'attached_pic',
    ...tags,
    'tags.mp3',
  )
  expect(await probeMedia(at('tags.mp3'))).toMatchObject({
    container: 'mp3',
    audioTracks: [{}],
    hasVideo: false,
    tags: { title: 'Ask  not', artist: 'J. F. Kennedy' },
  })
  ffmpeg('-i', jfk, ...tags, 'tags.ogg')
  expect((await probeMedia(at('tags.ogg'))).tags).toEqual({ title: 'Ask  not', artist: 'J. F. Kennedy' })
})

test('a video without sound has no audio', async () => {
  ffmpeg(...VIDEO, 'mute.mp4')
  expect(await probeMedia(at('mute.mp4'))).toMatchObject({ audioTracks: [], hasVideo: true, durationMs: 2000 })
})

test.each([
  ['clip.mkv', 'subrip', 'srt'],
  ['ass.mkv', 'ass', 'ass'],
  ['clip.mp4', 'mov_text', 'mov_text'],
  ['clip.webm', 'webvtt', 'webvtt'],
])('lists the text tracks of %s', async (name, codec, encoder) => {
  const sound = name.endsWith('webm') ? ['-c:v', 'libvpx', '-c:a', 'libopus'] : []
  const langs = ['-metadata:s:s:0', 'language=ger', '-metadata:s:s:1', 'language=eng']
  const dispositions = ['-disposition:s:0', '0', '-disposition:s:1', 'default']
  const maps = ['-map', '0:v', '-map', '1:a', '-map', '2:s', '-map', '2:s']
  ffmpeg(
    ...VIDEO,
    '-i',
    jfk,
    '-i',
    'en.srt',
    ...maps,
    ...sound,
    '-c:s',
    encoder,
    ...langs,
    ...dispositions,
    '-t',
    '2',
    name,
  )
  const probe = await probeMedia(at(name))
  expect(probe).toMatchObject({ audioTracks: [{}], hasVideo: true })
  expect(probe.textTracks).toEqual([
    { index: 2, codec, lang: 'de', name: null, isDefault: false },
    { index: 3, codec, lang: 'en', name: null, isDefault: true },
  ])
})

test.each([
  ['forced.mkv', 'srt', 'title'],
  ['forced.mp4', 'mov_text', 'handler_name'],
])('leaves out the text tracks of %s that are not the dialogue', async (name, codec, key) => {
  const titles = ['Signs & Songs', 'Full', "Director's Commentary", 'English (Forced)', 'More']
  const tracks = titles.flatMap((title, at) => ['-map', '0', `-metadata:s:s:${at}`, `${key}=${title}`])
  const flags = titles.flatMap((_, at) => [`-disposition:s:${at}`, at === 4 ? 'forced' : '0'])
  ffmpeg('-i', 'en.srt', ...tracks, '-c:s', codec, ...flags, name)
  const { textTracks } = await probeMedia(at(name))
  expect(textTracks).toMatchObject([{ index: 1, lang: null, name: 'Full', isDefault: false }])
})

test('leaves out tracks of pictures', async () => {
  ffmpeg('-i', jfk, '-i', 'en.srt', '-map', '0', '-map', '1', '-map', '1', '-c:s', 'srt', 'text.mkv')
  const bytes = await readFile(at('text.mkv'))
  // The name of Blu-ray's pictures is one letter shorter; EBML pads with zeros.
  bytes.write('S_HDMV/PGS\0', bytes.indexOf('S_TEXT/UTF8'), 'latin1')
  await writeFile(at('pictures.mkv'), bytes)
  const { textTracks } = await probeMedia(at('pictures.mkv'))
  expect(textTracks.map(({ index, codec }) => [index, codec])).toEqual([[2, 'subrip']])
})

test.each([
  'm4a',
  'flac',
  'ogg',
  'opus',
  'aac',
  'aiff',
  'caf',
  'w64',
  'wv',
  'ac3',
  'au',
  'wma',
  'avi',
  'ts',
  'mpg',
  'mov',
  'flv',
  'mka',
  '3gp',
  'mp2',
])('reads .%s under any name', async (ending) => {
  const small = ending === '3gp' ? ['-c:a', 'aac'] : []
  const rate = ending === 'flv' || ending === 'mpg' || ending === 'mp2' ? ['-ar', '44100'] : []
  ffmpeg('-i', jfk, ...small, ...rate, `sound.${ending}`)
  await copyFile(at(`sound.${ending}`), at('nameless'))
  const probe = await probeMedia(at('nameless'))
  expect(probe.audioTracks).toHaveLength(1)
})

test('reads AMR', async () => {
  const nothingSpoken = 0x7c
  await writeFile(at('voice.amr'), Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(50, nothingSpoken)]))
  expect(await probeMedia(at('voice.amr'))).toMatchObject({ container: 'amr', audioTracks: [{}] })
})

test('a script that points to other files is not opened', async () => {
  await writeFile(at('script.mp4'), `ffconcat version 1.0\nfile ${jfk}\n`)
  await writeFile(at('list.mp4'), `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${jfk}\n#EXT-X-ENDLIST\n`)
  expect(await codeOf(at('script.mp4'))).toBe('unsupported_media')
  expect(await codeOf(at('list.mp4'))).toBe('unsupported_media')
})

test.each([
  ['text', 'text.mp4', Buffer.from('hello text')],
  ['one byte', 'one.mp4', Buffer.from('x')],
  ['subtitles', 'srt.mp4', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHello\n')],
  ['an SVG', 'svg.mp4', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a PDF', 'pdf.mp3', Buffer.from('%PDF-1.7\n%%EOF')],
  ['a gzip', 'gz.mp3', gzipSync('hello')],
  ['a WebP', 'webp.mp4', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')],
  ['text named .flac', 'text.flac', Buffer.from('hello text\n'.repeat(9000))],
  ['zeros named .mp3', 'zeros.mp3', Buffer.alloc(300_000)],
])('%s is unsupported', async (_, name, bytes) => {
  await writeFile(at(name), bytes)
  expect(await codeOf(at(name))).toBe('unsupported_media')
})

test.each(['png', 'jpg', 'gif', 'bmp'])('a .%s image is unsupported, also when it is named .mp4', async (ending) => {
  ffmpeg(...VIDEO, '-frames:v', '1', `image.${ending}`)
  await copyFile(at(`image.${ending}`), at('image.mp4'))
  expect(await codeOf(at(`image.${ending}`))).toBe('unsupported_media')
  expect(await codeOf(at('image.mp4'))).toBe('unsupported_media')
})

test('an empty file is damaged', async () => {
  await (await open(at('empty.mp4'), 'w')).close()
  expect(await codeOf(at('empty.mp4'))).toBe('invalid_media')
})

test('media cut off before it says what it holds is damaged', async () => {
  ffmpeg('-i', jfk, 'whole.mp4')
  expect(await codeOf(await cutOff(at('whole.mp4'), 'no-moov.mp4', 20_000))).toBe('invalid_media')
  expect(await codeOf(await cutOff(jfk, 'header.wav', 30))).toBe('invalid_media')
})

test('stops when it is no longer wanted', async () => {
  const reason = new Error('cancelled')
  await expect(probeMedia(jfk, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseAudio } from './choose-audio'
import { measurePeaks } from './measure-peaks'
import { probeMedia } from './probe-media'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-tracks-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Track = { lang?: string; title?: string; flags?: string; silent?: boolean }

/** A file with a second of sound, or of silence, in each track. */
function make(tracks: readonly Track[]): string {
  const file = path.join(folder, 'tracks.mka')
  const inputs = tracks.flatMap(({ silent }) => ['-f', 'lavfi', '-i', silent ? 'anullsrc=d=1' : 'sine=d=1'])
  const options = tracks.flatMap(({ lang = 'und', title = '', flags = '0' }, at) => [
    ...['-map', String(at), `-metadata:s:a:${at}`, `language=${lang}`, `-metadata:s:a:${at}`, `title=${title}`],
    ...[`-disposition:a:${at}`, flags],
  ])
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...options, '-c:a', 'pcm_s16le', file])
  return file
}

test.each<[string, string, Track[], number]>([
  ['the one in the requested language', 'en', [{ lang: 'ger', flags: 'default' }, { lang: 'eng' }], 1],
  ['the one in a variety of the requested language', 'pt-BR', [{ lang: 'eng' }, { lang: 'por' }], 1],
  ['the default one without one in the language', 'fr', [{ lang: 'ger' }, { lang: 'eng', flags: 'default' }], 1],
  ['the default one for any language', 'auto', [{ lang: 'ger' }, { lang: 'eng', flags: 'default' }], 1],
  [
    'the first of equals',
    'en',
    [
      { lang: 'eng', title: 'Stereo' },
      { lang: 'eng', title: '5.1' },
    ],
    0,
  ],
  ['no silent one', 'en', [{ silent: true, flags: 'default' }, {}], 1],
  ['no silent one in the requested language', 'en', [{ lang: 'eng', silent: true }, { lang: 'ger' }], 1],
  ['no commentary by its name', 'en', [{ lang: 'eng', title: "Director's commentary", flags: 'default' }, {}], 1],
  ['no commentary by its flag', 'en', [{ lang: 'eng', flags: 'default+comment' }, { lang: 'eng' }], 1],
  ['no audio description', 'en', [{ lang: 'eng', flags: 'visual_impaired' }, { lang: 'eng' }], 1],
  ['a commentary where there is nothing else', 'en', [{ title: 'Commentary', silent: true }, { flags: 'comment' }], 1],
  ['a silent one where all are', 'en', [{ silent: true }, { silent: true, lang: 'eng' }], 1],
])('%s is chosen from several audio tracks', async (_, requestedLang, tracks, expected) => {
  const file = make(tracks)
  const { audioTracks } = await probeMedia(file)
  expect(audioTracks).toHaveLength(tracks.length)
  expect(await chooseAudio(file, audioTracks, requestedLang)).toBe(audioTracks[expected])
})

test('peaks are those of the chosen track', async () => {
  const file = make([{ silent: true, flags: 'default' }, {}])
  expect(Math.max(...(await measurePeaks(file, 'en')))).toBe(255)
})

import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newToken } from '@/lib/core/secrets/tokens'
import { startOrigin } from '@/test/origin/start-origin'
import { newUser, upload, useService } from '@/test/service'
import { segmentsOf } from '@/test/store-transcript'
import type { LanguageList } from './languages/contract'

const GERMAN = ['Guten Tag, hier spricht der Wetterdienst.', 'Morgen wird es in den Bergen kalt und es schneit.']
const FRENCH = ['Bonjour à tous, voici la météo de demain.', 'Il fera froid en montagne et il va neiger.']

/** An SRT document of lines, four seconds each. */
function srt(lines: readonly string[]): string {
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace('.', ',')
  return segmentsOf(lines)
    .map(({ startMs, endMs, text }, index) => `${index + 1}\n${clock(startMs)} --> ${clock(endMs)}\n${text}\n`)
    .join('\n')
}

/** Films of eight seconds with sound and two text tracks: labelled or not, the index at the start or at the end. */
async function makeFilms(): Promise<Record<string, Buffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-films-'))
  await writeFile(path.join(folder, 'de.srt'), srt(GERMAN))
  await writeFile(path.join(folder, 'fr.srt'), srt(FRENCH))
  const noise = ['-f', 'lavfi', '-i', 'testsrc=d=8:s=64x64:r=5', '-f', 'lavfi', '-i', 'anoisesrc=d=8:r=44100']
  const inputs = [...noise, '-i', 'de.srt', '-i', 'fr.srt', '-map', '0', '-map', '1', '-map', '2', '-map', '3']
  const labels = ['-metadata:s:s:0', 'language=ger', '-metadata:s:s:1', 'language=fre']
  const make = (name: string, options: string[]) =>
    execFileSync('ffmpeg', ['-loglevel', 'error', ...inputs, ...options, name], { cwd: folder })
  make('labelled.mkv', labels)
  make('unlabelled.mkv', [])
  // Larger than what is fetched for a first look: PCM at 44.1 kHz in 32 bits is 350 KB a second.
  make('late-index.mov', [...labels, '-c:s', 'mov_text', '-c:a', 'pcm_f64le'])
  make('early-index.mov', [...labels, '-c:s', 'mov_text', '-c:a', 'pcm_f64le', '-movflags', '+faststart'])
  const names = await readdir(folder)
  const films = await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name))] as const))
  await rm(folder, { recursive: true })
  return Object.fromEntries(films)
}

const films = await makeFilms()
const files: Record<string, string | Buffer> = {
  ...films,
  'german.srt': srt(GERMAN),
  'unknown.srt': srt(['Alice. Bob.']),
}

const origin = await startOrigin([
  ({ host, path: target }) => {
    const body = files[target.slice(1)]
    if (host !== 'media.example' || body === undefined) return undefined
    return { headers: { 'content-type': 'application/octet-stream' }, body }
  },
])
afterAll(() => origin.close())

const service = await useService({ EGRESS_PROXY_URL: origin.proxyUrl })
const user = await newUser()
const { apiKey: key } = user
const ask = (body: Record<string, unknown>) => service.call('POST', '/v1/transcript', { key, body })
const link = (name: string) => `http://media.example/${name}`
const languagesOf = (url: string, key?: string) =>
  service.call('GET', `/v1/languages?${new URLSearchParams({ url })}`, { key })
const codes = ({ body }: { body: unknown }) => (body as LanguageList).languages.map(({ code }) => code)
const send = async (name: string) => upload(service, key, name, new Uint8Array(Buffer.from(files[name] ?? '')))

describe('a direct link to a media file with text tracks', () => {
  async function expectFrench(name: string): Promise<void> {
    const linked = await ask({ url: link(name), lang: 'fr' })
    const uploaded = await ask({ upload: await send(name), lang: 'fr' })
    expect([linked.status, uploaded.status]).toEqual([200, 200])
    const expected = { source: 'captions', lang: 'fr', available_langs: ['de', 'fr'], warnings: [] }
    expect(linked.body).toMatchObject({ ...expected, text: FRENCH.join(' ') })
    expect(uploaded.body).toMatchObject({ ...expected, text: FRENCH.join(' ') })
  }

  const NAME = 'answers 200 with the captions in the language asked for, as the upload of %s does'
  test.each(['unlabelled.mkv'])(NAME, expectFrench)
  test.each(['late-index.mov', 'labelled.mkv', 'early-index.mov'])(NAME, { tags: 'deep' }, expectFrench)

  test('lists its languages without being fetched whole where its start names them', { tags: 'deep' }, async () => {
    expect(codes(await languagesOf(link('early-index.mov')))).toEqual(['de', 'fr'])
    expect(codes(await languagesOf(link('late-index.mov')))).toEqual(['de', 'fr'])
    expect(codes(await languagesOf(link('unlabelled.mkv')))).toEqual(['de', 'fr'])
    expect((await languagesOf(link('early-index.mov'))).body).toMatchObject({
      platform: 'podcast',
      duration_seconds: 8,
    })
  })

  test('leaves no work files behind', async () => {
    const work = await readdir(path.join(service.dataDir, 'work')).catch(() => [])
    expect(work).toEqual([])
  })
})

describe('the languages of an upload', () => {
  test('are listed for its owner only', async () => {
    const path = await send('unlabelled.mkv')
    const url = `http://localhost:3000/v1/${path}`
    const answer = await languagesOf(url, key)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      platform: 'upload',
      duration_seconds: 9,
      languages: [
        { code: 'de', name: 'German', native_name: 'Deutsch', source: 'captions' },
        { code: 'fr', name: 'French', native_name: 'français', source: 'captions' },
      ],
      speech_to_text: true,
    })
    expect((await ask({ upload: path, lang: 'de' })).body).toMatchObject({ available_langs: codes(answer) })
    const other = await newUser()
    expect((await languagesOf(url, other.apiKey)).status).toBe(404)
    expect((await languagesOf(url)).body).toMatchObject({ status: 404, code: 'not_found' })
    expect((await languagesOf(url, newToken('vbt_'))).body).toMatchObject({ code: 'invalid_credentials' })
  })

  test('from a caption file are the language its text is in', async () => {
    expect(codes(await languagesOf(`http://localhost:3000/v1/${await send('german.srt')}`, key))).toEqual(['de'])
    expect((await languagesOf(link('german.srt'))).body).toMatchObject({
      speech_to_text: false,
      languages: [{ code: 'de' }],
    })
    expect(codes(await languagesOf(link('unknown.srt')))).toEqual([])
  })
})

describe('a caption file in another language than the one asked for', () => {
  const sources = async (name: string) => [{ url: link(name) }, { upload: await send(name) }]

  test('is labelled with the language of its text, and says that it is a fallback', async () => {
    for (const source of await sources('german.srt')) {
      const answer = await ask({ ...source, lang: 'fr' })
      expect(answer.body).toMatchObject({ lang: 'de', requested_lang: 'fr', available_langs: ['de'] })
      expect(answer.body).toMatchObject({ warnings: [{ code: 'language_fallback' }] })
    }
  })

  test('is refused with strict_lang after any earlier request', async () => {
    for (const source of await sources('german.srt')) {
      const strict = { ...source, lang: 'fr', strict_lang: true }
      const refused = { status: 404, code: 'language_unavailable', context: { available_langs: ['de'] } }
      expect((await ask(strict)).body).toMatchObject(refused)
      expect((await ask({ ...source, lang: 'fr' })).status).toBe(200)
      expect((await ask(strict)).body).toMatchObject(refused)
      expect((await ask({ ...source, lang: 'de-AT', strict_lang: true })).body).toMatchObject({
        lang: 'de',
        warnings: [],
      })
    }
  })

  test('captions of an unknown language bear a warning, and are refused with strict_lang', async () => {
    for (const source of await sources('unknown.srt')) {
      expect((await ask({ ...source, lang: 'auto' })).body).toMatchObject({ lang: null, warnings: [] })
      const answer = await ask({ ...source, lang: 'fr' })
      expect(answer.body).toMatchObject({ lang: null, warnings: [{ code: 'language_unknown' }] })
      const strict = await ask({ ...source, lang: 'fr', strict_lang: true })
      expect([strict.status, strict.body]).toMatchObject([404, { code: 'language_unavailable' }])
    }
  })
})

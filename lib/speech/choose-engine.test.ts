import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { setEnv } from '@/lib/core/env'
import { installStandIn } from '@/test/speech/stand-in-whisper'
import { chooseEngines, type SpeechConfig } from './choose-engine'
import { configuredEngine, requireEngine } from './configured-engine'
import { findModel, modelFolder } from './models/manifest'

const assemblyai = { apiKey: 'k3y', baseUrl: 'http://127.0.0.1:9', webhookSecret: null }
const openai = { apiUrl: 'http://127.0.0.1:9', apiModel: 'whisper-1' }
const PARAKEET = 'parakeet-v3'
const SMALL = 'whisper-small'
const SETTINGS =
  'ASSEMBLYAI_API_KEY ASSEMBLYAI_BASE_URL BASE_URL HOST SPEECH_API_URL SPEECH_CONCURRENCY SPEECH_ENGINE SPEECH_MODEL'

/** Where `npm test` installs it, if it can. */
const MOONSHINE = path.resolve('.verbatim/moonshine')

let folder: string

/** Nothing is set up, but what is said. */
async function choose(config: Partial<SpeechConfig> = {}, lang: string | null = null) {
  const all = { engine: 'auto', assemblyai: null, openai: null, model: null, allowDraft: true, ...config } as const
  return (await chooseEngines(all))(lang)
}

/** The engine and model that are chosen for a language. */
async function chosen(lang: string | null, config: Partial<SpeechConfig> = {}) {
  const { engine } = await choose(config, lang)
  return engine && `${engine.id} ${engine.model}`
}

const why = (reason: string) => ({ engine: null, languages: null, reason: expect.stringContaining(reason) })

/** Files as large as a model's own, with the stamp of having been verified: what a model is that has been fetched. */
async function pretendFetched(name: string, files = findModel(name).files): Promise<void> {
  await mkdir(modelFolder(name), { recursive: true })
  const stamp: Record<string, unknown> = {}
  for (const file of files) {
    const location = path.join(modelFolder(name), file.path)
    const sparse = await open(location, 'w')
    await sparse.truncate(file.bytes)
    await sparse.close()
    stamp[file.path] = { bytes: file.bytes, modifiedMs: (await stat(location)).mtimeMs, sha256: file.sha256 }
  }
  await writeFile(path.join(modelFolder(name), 'verified.json'), JSON.stringify(stamp))
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-choose-'))
  for (const name of SETTINGS.split(' ')) vi.stubEnv(name, '')
  vi.stubEnv('VERBATIM_DATA', folder)
  vi.stubEnv('MOONSHINE_FOLDER', path.join(folder, 'none'))
  setEnv({})
})

afterEach(async () => {
  vi.unstubAllEnvs()
  clearSingleton('env')
  await rm(folder, { recursive: true, force: true })
})

describe('auto', () => {
  test('without an engine the message names the easiest options', async () => {
    vi.stubEnv('PATH', '/nonexistent')
    const options = [
      'npm run models -- get parakeet-v3',
      'SPEECH_API_URL=https://api.openai.com/v1',
      'ASSEMBLYAI_API_KEY',
      'apt install pocketsphinx',
    ]
    const nothing = await choose()
    expect(nothing).toEqual(why('No speech engine is set up.'))
    for (const option of options) expect(nothing).toEqual(why(option))
    expect(await choose({ engine: 'pocketsphinx', openai })).toEqual(why('pocketsphinx is not installed'))
  })

  test('takes the best of what is set up', async () => {
    await pretendFetched(PARAKEET)
    expect((await choose({ assemblyai, openai })).engine).toMatchObject({ id: 'assemblyai', mode: 'remoteAsync' })
    expect((await choose({ openai })).engine).toMatchObject({ id: 'openai', model: 'whisper-1' })
    expect((await choose()).engine).toMatchObject({ id: 'sherpa', model: PARAKEET, mode: 'local', draft: false })
    await rm(modelFolder(PARAKEET), { recursive: true })
    expect((await choose()).engine).toMatchObject({ id: 'pocketsphinx', draft: true })
  })

  test('takes the best engine that knows the language', async () => {
    await installStandIn(folder)
    await pretendFetched(PARAKEET)
    await pretendFetched(SMALL)
    expect(await chosen('en')).toBe('sherpa parakeet-v3')
    expect(await chosen('de-AT')).toBe('sherpa parakeet-v3')
    expect(await chosen('ja')).toBe('whisper whisper-small')
    expect(await chosen('el')).toBe('sherpa parakeet-v3')
    // As long as the language is not known, the engine that knows most.
    expect(await chosen(null)).toBe('whisper whisper-small')
    await pretendFetched('whisper-turbo')
    expect(await chosen('ja')).toBe('whisper whisper-turbo')
    // Parakeet knows Greek, and gets more than a third of the words wrong.
    expect(await chosen('el')).toBe('whisper whisper-turbo')
    await pretendFetched('whisper-tiny')
    expect(await chosen('ja')).toBe('whisper whisper-turbo')
  })

  test('says which languages all engines know where none knows the wanted one', async () => {
    await installStandIn(folder)
    await pretendFetched(PARAKEET)
    await pretendFetched('parakeet-110m-en')
    const { languages } = await choose({}, 'ja')
    expect(languages).toHaveLength(25)
    expect(languages).toEqual(expect.arrayContaining(['en', 'uk']))
  })

  test.skipIf(!existsSync(MOONSHINE))('takes Moonshine where nothing is set up, for other people too', async () => {
    setEnv({ MOONSHINE_FOLDER: MOONSHINE })
    for (const allowDraft of [true, false]) {
      expect((await choose({ allowDraft })).engine).toMatchObject({ id: 'moonshine', model: 'tiny-en', draft: false })
    }
    await installStandIn(folder)
    await pretendFetched(SMALL)
    expect(await chosen('en')).toBe('whisper whisper-small')
  })

  test('sees a model that is fetched while the service runs', async () => {
    expect((await choose()).engine?.id).toBe('pocketsphinx')
    await pretendFetched('parakeet-110m-en')
    expect((await choose()).engine).toMatchObject({ id: 'sherpa', model: 'parakeet-110m-en' })
    await pretendFetched(PARAKEET)
    expect((await choose()).engine).toMatchObject({ id: 'sherpa', model: PARAKEET })
  })

  test('uses a draft engine while a model is being fetched; without drafts the reason is the partial model', async () => {
    await pretendFetched(PARAKEET, findModel(PARAKEET).files.slice(1))
    expect((await choose()).engine?.id).toBe('pocketsphinx')
    expect(await choose({ allowDraft: false })).toEqual(why('fetched in part only'))
  })

  test('never passes over what is set wrongly', async () => {
    await pretendFetched(PARAKEET)
    expect(await choose({ assemblyai: { ...assemblyai, apiKey: 'no key' } })).toEqual(why('ASSEMBLYAI_API_KEY'))
    expect(await choose({ openai: { ...openai, apiUrl: 'localhost:1' } })).toEqual(why('SPEECH_API_URL is not an http'))
    expect(await choose({ model: 'parakeet-v9' })).toEqual(why('no speech model "parakeet-v9"'))
    expect(await choose({ model: SMALL })).toEqual(why('npm run models -- get whisper-small'))
  })

  test('has no draft for other people', async () => {
    expect((await choose({ allowDraft: false })).engine).toBeNull()
  })
})

describe('an engine that is asked for by name', () => {
  test('is taken before all others', async () => {
    await installStandIn(folder)
    await pretendFetched(PARAKEET)
    await pretendFetched(SMALL)
    const all = { assemblyai, openai, allowDraft: false }
    for (const engine of ['assemblyai', 'openai', 'sherpa', 'whisper', 'pocketsphinx'] as const) {
      expect((await choose({ ...all, engine })).engine?.id).toBe(engine)
    }
    await pretendFetched('parakeet-110m-en')
    expect(await choose({ ...all, engine: 'moonshine' })).toEqual(why('Moonshine is not installed'))
    expect(await chosen('en', { engine: 'sherpa', model: 'parakeet-110m-en' })).toBe('sherpa parakeet-110m-en')
    expect(await chosen('en', { model: SMALL })).toBe('whisper whisper-small')
  })

  test("says why it can't be used", async () => {
    vi.stubEnv('PATH', '/nonexistent')
    expect(await choose({ engine: 'assemblyai', openai })).toEqual(why('ASSEMBLYAI_API_KEY is not set'))
    expect(await choose({ engine: 'openai', assemblyai })).toEqual(why('SPEECH_API_URL is not set'))
    expect(await choose({ engine: 'sherpa', openai })).toEqual(why('npm run models -- get parakeet-v3'))
    expect(await choose({ engine: 'whisper', openai })).toEqual(why('npm run models -- get whisper-turbo'))
    const other = await choose({ engine: 'sherpa', model: SMALL })
    expect(other).toEqual(why('Set SPEECH_MODEL to one of parakeet-v3, parakeet-110m-en, and start again'))
  })
})

describe('the settings', () => {
  test('lead to an engine', async () => {
    setEnv({ ASSEMBLYAI_API_KEY: 'k3y', SPEECH_API_URL: 'http://127.0.0.1:9' })
    expect((await configuredEngine()).engine?.id).toBe('assemblyai')
    setEnv({ SPEECH_ENGINE: 'openai' })
    expect((await configuredEngine()).engine?.id).toBe('openai')
    await installStandIn(folder)
    await pretendFetched(PARAKEET)
    await pretendFetched(SMALL)
    setEnv({ SPEECH_ENGINE: 'auto', ASSEMBLYAI_API_KEY: '', SPEECH_API_URL: '', SPEECH_MODEL: SMALL })
    expect((await configuredEngine('de')).engine).toMatchObject({ id: 'whisper', model: SMALL })
    setEnv({ SPEECH_MODEL: '' })
    expect((await configuredEngine('de')).engine).toMatchObject({ id: 'sherpa', model: PARAKEET })
    setEnv({ HOST: '0.0.0.0', VERBATIM_DATA: path.join(folder, 'empty') })
    expect((await configuredEngine()).engine).toBeNull()
  })

  test('are wrong when they name an engine or a device that there is not', () => {
    expect(() => setEnv({ SPEECH_ENGINE: 'wizper' })).toThrow('SPEECH_ENGINE')
    setEnv({ SPEECH_ENGINE: 'auto' })
    expect(() => setEnv({ SPEECH_CONCURRENCY: '0' })).toThrow('SPEECH_CONCURRENCY')
    expect(() => setEnv({ SPEECH_CONCURRENCY: '', SPEECH_DEVICE: 'gpu' })).toThrow('SPEECH_DEVICE')
    expect(() => setEnv({ SPEECH_DEVICE: '', ASSEMBLYAI_BASE_URL: 'api.eu' })).toThrow('ASSEMBLYAI_BASE_URL')
  })

  test('and the language have to go together', async () => {
    await pretendFetched('parakeet-110m-en')
    expect((await requireEngine('en-GB')).id).toBe('sherpa')
    await expect(requireEngine('de')).rejects.toMatchObject({
      code: 'language_not_supported',
      status: 422,
      message: expect.stringMatching(/doesn't support German.*models -- get parakeet-v3.*SPEECH_API_URL/),
      context: { lang: 'de', supported_langs: ['en'] },
    })
    await expect(requireEngine('ja')).rejects.toThrow(/For Japanese, fetch .* get whisper-small" \(486 MB, 100 lang/)
    // No model that can be fetched knows Klingon.
    await expect(requireEngine('tlh')).rejects.toThrow(/For Klingon, set SPEECH_API_URL .* ASSEMBLYAI_API_KEY/)
    setEnv({ SPEECH_ENGINE: 'openai' })
    await expect(requireEngine()).rejects.toMatchObject({ code: 'transcriber_unavailable' })
  })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { languageLines } from '@/server/start/language-lines'
import { installStandIn, makeWhisperModel } from '@/test/speech/stand-in-whisper'
import { languageSupport } from './language-support'

const dataDir = await mkdtemp(path.join(tmpdir(), 'language-support-'))
await installStandIn(dataDir)
const here = await makeWhisperModel(path.join(dataDir, 'models', 'whisper-stand-in'), { language: 'en' }, ['en', 'ja'])
const slow = { timesRealTime: 0.5, processor: 'any', source: 'none' }
const rates = [{ test: 'a test', source: 'a source', percent: { ko: 8.5 } }]
const absent = { ...here, name: 'absent', languages: ['ja', 'ko', 'th'], errorRates: rates }
const models = [here, { ...absent, name: 'slow', speed: slow }, absent]
const manifest = path.join(dataDir, 'models.json')
await writeFile(manifest, JSON.stringify(models))
setEnv({ BASE_URL: '', VERBATIM_DATA: dataDir, MODELS_FILE: manifest, MOONSHINE_FOLDER: dataDir, HOST: '0.0.0.0' })
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('each language has the engine that transcribes it, or the model to download, with its published error rate', async () => {
  const engine = { name: 'whisper', model: 'whisper-stand-in' }
  expect(await languageSupport()).toEqual([
    { lang: 'en', engine, download: null, errorPercent: null },
    { lang: 'ja', engine, download: null, errorPercent: null },
    { lang: 'ko', engine: null, download: 'absent', errorPercent: 8.5 },
    { lang: 'th', engine: null, download: 'absent', errorPercent: null },
  ])
})

test('a start names the languages that work, and the command for others', async () => {
  expect(await languageLines()).toEqual([
    '2 languages by whisper (whisper-stand-in)',
    'also 2 languages: npm run models -- get absent (0 MB)',
  ])
})

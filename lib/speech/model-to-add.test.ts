import { afterEach, expect, test, vi } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { modelToAdd, whyModelsAreUnused } from './model-to-add'

const NOTHING = {
  BASE_URL: '',
  SPEECH_ENGINE: 'auto',
  SPEECH_MODEL: '',
  ASSEMBLYAI_API_KEY: '',
  SPEECH_API_URL: '',
  MODELS_FILE: '',
}

afterEach(() => {
  vi.unstubAllEnvs()
})

const added = (lang: string) => modelToAdd(lang)?.name ?? null

test.each([
  [{}, { de: 'parakeet-v3', ja: 'whisper-small', und: 'whisper-small', tlh: null }],
  [{ SPEECH_ENGINE: 'sherpa' }, { de: 'parakeet-v3', ja: null, und: null }],
  [{ SPEECH_ENGINE: 'whisper' }, { de: 'whisper-small', ja: 'whisper-small' }],
  [{ SPEECH_ENGINE: 'moonshine' }, { de: null }],
  [{ SPEECH_MODEL: 'parakeet-v3' }, { ja: null }],
  [{ ASSEMBLYAI_API_KEY: 'k3y' }, { ja: null }],
  [{ SPEECH_API_URL: 'http://127.0.0.1:9' }, { ja: null }],
])('with the settings %j the models that would add languages are %j', (settings, models) => {
  setEnv({ ...NOTHING, ...settings })
  expect(Object.fromEntries(Object.keys(models).map((lang) => [lang, added(lang)]))).toEqual(models)
  expect(whyModelsAreUnused() === null).toBe(Object.values(models).some((name) => name !== null))
})

import { beforeAll, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { isBetterEngine, type NamedEngine } from './engine-rank'

beforeAll(() => {
  setEnv({ BASE_URL: '', MODELS_FILE: '' })
})

const PARAKEET = { name: 'sherpa', model: 'parakeet-v3' }
const TURBO = { name: 'whisper', model: 'whisper-turbo' }
const SMALL = { name: 'whisper', model: 'whisper-small' }

/** From the best to the least. */
const ORDER: NamedEngine[] = [
  { name: 'assemblyai', model: 'best' },
  { name: 'openai', model: 'whisper-1' },
  PARAKEET,
  { name: 'sherpa', model: 'parakeet-110m-en' },
  TURBO,
  SMALL,
  { name: 'whisper', model: 'of a former release' },
  { name: 'moonshine', model: 'tiny-en' },
  { name: 'pocketsphinx', model: 'en-us' },
]

test('engines are better in the order in which they are chosen, and models in that of their list', () => {
  for (const [place, one] of ORDER.entries()) {
    const lesser = ORDER.filter((other) => isBetterEngine(one, other, 'en'))
    expect(lesser).toEqual(ORDER.slice(place + 1))
  }
})

test('a model that errs often in a language comes behind the others that know it', () => {
  expect(isBetterEngine(TURBO, PARAKEET, 'el')).toBe(true)
  expect(isBetterEngine(TURBO, PARAKEET, 'da-DK')).toBe(true)
  expect(isBetterEngine(TURBO, PARAKEET, 'it')).toBe(false)
  expect(isBetterEngine(TURBO, PARAKEET, null)).toBe(false)
  // A rough model need not be better.
  expect(isBetterEngine(PARAKEET, SMALL, 'el')).toBe(true)
})

test('an engine that nothing is known of is not replaced', () => {
  expect(isBetterEngine({ name: 'assemblyai', model: 'best' }, { name: 'unheard-of', model: null }, null)).toBe(false)
})

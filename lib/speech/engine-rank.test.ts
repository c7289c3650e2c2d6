import { beforeAll, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { isBetterEngine, type NamedEngine } from './engine-rank'

beforeAll(() => {
  setEnv({ BASE_URL: '', MODELS_FILE: '' })
})

/** From the best to the least. */
const ORDER: NamedEngine[] = [
  { name: 'assemblyai', model: 'best' },
  { name: 'openai', model: 'whisper-1' },
  { name: 'sherpa', model: 'parakeet-v3' },
  { name: 'sherpa', model: 'parakeet-110m-en' },
  { name: 'sherpa', model: 'of a former release' },
  { name: 'whisper', model: 'base' },
  { name: 'moonshine', model: 'tiny-en' },
  { name: 'pocketsphinx', model: 'en-us' },
]

test('engines are better in the order in which they are chosen, and models in that of their list', () => {
  for (const [place, one] of ORDER.entries()) {
    const lesser = ORDER.filter((other) => isBetterEngine(one, other))
    expect(lesser).toEqual(ORDER.slice(place + 1))
  }
})

test('an engine that nothing is known of is not replaced', () => {
  expect(isBetterEngine({ name: 'assemblyai', model: 'best' }, { name: 'unheard-of', model: null })).toBe(false)
})

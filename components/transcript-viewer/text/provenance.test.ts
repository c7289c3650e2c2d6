import { expect, test } from 'vitest'
import type { Warning } from '@/lib/captions/warning'
import { provenance } from './provenance'

const spoken = {
  lang: 'en',
  source: 'speech_to_text',
  engine: { name: 'pocketsphinx', model: 'en-us' },
  platform: 'upload',
  author: null,
  duration_seconds: 11,
  total_seconds: 11,
} as const

const WHOLE: { warnings: Warning[] } = { warnings: [] }

test('speech names its engine', () => {
  expect(provenance({ ...spoken, ...WHOLE })).toBe('English · transcribed by pocketsphinx · 0:11')
})

test('captions name their platform', () => {
  const captions = {
    ...spoken,
    source: 'captions',
    engine: null,
    duration_seconds: 720,
    total_seconds: 720,
    ...WHOLE,
  } as const
  expect(provenance(captions)).toBe('English · captions from the file · 12:00')
  expect(provenance({ ...captions, source: 'auto_captions', platform: 'youtube', lang: 'pt-BR' })).toBe(
    'Brazilian Portuguese · automatic captions from YouTube · 12:00',
  )
})

test('an unknown language is left out and a part says of what', () => {
  expect(provenance({ ...spoken, lang: null, warnings: [{ code: 'partial', detail: '' }], total_seconds: 3720 })).toBe(
    'Transcribed by pocketsphinx · 0:11 of 1:02:00',
  )
})

test('captions of a file at a link are in the file, those of an episode are its publisher’s', () => {
  const captions = { ...spoken, source: 'captions', engine: null, platform: 'podcast', ...WHOLE } as const
  expect(provenance(captions)).toBe('English · captions from the file · 0:11')
  expect(provenance({ ...captions, author: 'The Show' })).toBe('English · the publisher’s transcript · 0:11')
})

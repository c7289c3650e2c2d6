import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Transcript } from '@/lib/captions/transcript'
import type { Warning } from '@/lib/captions/warning'
import { BETTER_ENGINE_HINT, ENGINE_COMMANDS } from '@/lib/speech/better-engine-hint'
import { TextNotes } from './text-notes'

const DRAFT: Warning = { code: 'offline_engine', detail: BETTER_ENGINE_HINT }

const TRANSCRIPT: Transcript = {
  id: '019ab000-0000-7000-8000-000000000000',
  video_id: '019ab000-0000-7000-8000-000000000001',
  platform: 'upload',
  source: 'speech_to_text',
  engine: { name: 'pocketsphinx', model: 'en-us' },
  url: 'http://localhost:3000/v1/uploads/019ab000-0000-7000-8000-000000000001',
  title: 'An old speech',
  author: null,
  thumbnail_url: null,
  published_at: null,
  lang: 'en',
  requested_lang: 'auto',
  available_langs: ['en'],
  duration_seconds: 11,
  total_seconds: 11,
  complete: true,
  format: 'json',
  warnings: [DRAFT],
  cached: true,
  created_at: '2026-11-22T00:00:00.000Z',
}

const shown = (warnings: Warning[], isOperator: boolean, grows = false) =>
  renderToStaticMarkup(
    createElement(TextNotes, {
      transcript: { ...TRANSCRIPT, warnings },
      grows,
      engineCommands: isOperator ? ENGINE_COMMANDS : null,
    }),
  )

describe('a draft', () => {
  test('is named as one to users who can’t set up a better engine, and engines are not named to them', () => {
    const page = shown([DRAFT], false)
    expect(page).toContain('Draft quality: many words may be wrong.')
    expect(page).not.toContain('Use a better engine')
  })

  test('offers the operator a better engine', () => {
    const page = shown([DRAFT], true)
    expect(page).toContain('Use a better engine')
    expect(page).toContain('npm run models -- get parakeet-v3')
    expect(page).not.toContain('Draft quality')
  })
})

test('the notes omit silence, and the partial warning of a text that still grows', () => {
  const silent: Warning = { code: 'no_speech', detail: 'No speech was found.' }
  expect(shown([silent], false)).not.toContain('No speech')
  expect(shown([{ code: 'partial', detail: 'The first minute.' }], false, true)).not.toContain('The first minute')
})

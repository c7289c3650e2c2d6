import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createModelEngine } from '@/lib/speech/models/create-model-engine'
import { tones } from '@/lib/speech/sherpa/testing/tones'
import { wordErrorRate } from '@/lib/speech/testing/word-errors'
import { realWhisper } from '@/test/speech/whisper-tiny-en'
import { WHISPER } from './whisper-library'

const signal = new AbortController().signal
const SPOKEN =
  'And so my fellow Americans, ask not what your country can do for you, ask what you can do for your country.'

const real = await realWhisper()
const reason = 'missing' in real ? ` (skipped: ${real.missing})` : ''

test.skipIf('missing' in real)(
  `a real Whisper model transcribes speech with the times of its words${reason}`,
  async () => {
    if ('missing' in real) return
    const engine = createModelEngine(real.model, real.folder, WHISPER)
    await expect(engine.capabilities()).resolves.toEqual({ ok: true, languages: ['en'] })
    const chunk = { wav: await readFile('test/fixtures/audio/jfk.wav'), durationMs: 11_000 }
    const { segments, lang, confidence } = await engine.transcribe(chunk, { lang: null, signal })
    expect(lang).toBe('en')
    expect(wordErrorRate(SPOKEN, segments.map(({ text }) => text).join(' '))).toBeLessThan(0.1)
    const words = segments.flatMap((segment) => segment.words ?? [])
    expect(words.length).toBeGreaterThan(18)
    // The first "ask" is said after a long pause, and ends before four seconds are over.
    const ask = words.find(({ text }) => text.startsWith('ask'))
    expect(ask?.endMs).toBeGreaterThan(3_400)
    expect(ask?.endMs).toBeLessThan(4_200)
    expect((confidence?.logProbability ?? -9) / (confidence?.tokens ?? 1)).toBeGreaterThan(-0.5)

    await expect(engine.transcribe(tones(5_000, []), { lang: 'en', signal })).resolves.toMatchObject({ segments: [] })
  },
)

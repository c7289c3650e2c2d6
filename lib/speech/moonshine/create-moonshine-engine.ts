import { availableParallelism } from 'node:os'
import { singleton } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { withOurCommands } from '@/lib/core/programs/our-command'
import { howToAddEngine } from '@/lib/speech/better-engine-hint'
import type { ChunkEngine, EngineCapabilities, TextConfidence } from '@/lib/speech/engine'
import { languageNotSupported } from '@/lib/speech/language-not-supported'
import { speechMemory } from '@/lib/speech/recognisers/memory-budget'
import { probeLibrary } from '@/lib/speech/recognisers/probe-library'
import { createPool, type PoolOptions, type RecogniserPool } from '@/lib/speech/recognisers/recogniser-pool'
import { readSamples } from '@/lib/speech/recognisers/wav-samples'
import { tidySegments } from '@/lib/speech/segments/tidy-segments'
import { timeSentences } from '@/lib/speech/segments/time-sentences'
import { findMoonshine, type Moonshine } from './find-moonshine'
import { levelSamples } from './level-samples'
import { moonshineArgs, type Stretch, startMoonshine } from './start-moonshine'

const STARTUP_MS = 60_000
const SLOWEST_TIMES_REAL_TIME = 20
const SLOWEST_SECONDS_PER_WORD = 3
const BEFORE_VOICE_MS = 200
const AFTER_VOICE_MS = 350
const SHORTEST_VOICE_MS = 100
/** The memory of a child with half a minute of sound; 460 MB were measured. */
const CHILD_BYTES = 500e6

const NOT_INSTALLED = withOurCommands(
  `The speech engine Moonshine is not installed. "npm start" installs it where it reaches Python's packages and there is a Python with pip. Otherwise ${howToAddEngine()}.`,
)
const REMEDY =
  'Remove the folder "moonshine" from the data folder, and start again: it is then installed anew. Or use another engine.'

/** The number of children: the wanted one, as far as the memory for speech holds it. Each uses several cores. */
function workforce(): number {
  const fitting = Math.floor(speechMemory().bytes / CHILD_BYTES)
  return Math.max(1, Math.min(env().SPEECH_CONCURRENCY, Math.ceil(availableParallelism() / 2), fitting))
}

function poolOf(moonshine: Moonshine, changes: Partial<PoolOptions<Stretch[]>>): RecogniserPool<Stretch[]> {
  return singleton(`moonshine ${moonshine.folder}`, () =>
    createPool<Stretch[]>({
      model: 'tiny-en',
      remedy: REMEDY,
      size: workforce(),
      childBytes: CHILD_BYTES,
      start: () => startMoonshine(moonshine),
      configuration: async () => ({}),
      ...changes,
    }),
  )
}

async function capabilities(): Promise<EngineCapabilities> {
  const moonshine = await findMoonshine()
  if (!moonshine) return { ok: false, reason: NOT_INSTALLED }
  const state = await probeLibrary({
    name: `Moonshine in ${moonshine.folder}`,
    program: moonshine.python,
    args: [...moonshineArgs(moonshine), 'probe'],
    explain: () => null,
  })
  return 'trouble' in state ? { ok: false, reason: state.trouble } : { ok: true, languages: ['en'] }
}

function checkLanguage(lang: string | null): void {
  if (lang !== null && new Intl.Locale(lang).language !== 'en') throw languageNotSupported(lang, ['en'])
}

/** Whether a text was invented for sound without speech: no speaker takes three seconds for each word. */
function isInvented({ text, speech }: Stretch): boolean {
  const seconds = speech.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / 1000
  return seconds > SLOWEST_SECONDS_PER_WORD * text.split(/\s+/).length
}

/**
 * The detector begins a stretch 0.2 s before the voice, save at the start of a chunk, and ends it 0.35 s after: measured against the
 * pauses that ffmpeg finds in the samples.
 */
function withoutPadding({ startMs, endMs }: Stretch['speech'][number]): Stretch['speech'][number] {
  const voice = { startMs: startMs === 0 ? 0 : startMs + BEFORE_VOICE_MS, endMs: endMs - AFTER_VOICE_MS }
  return voice.endMs - voice.startMs >= SHORTEST_VOICE_MS ? voice : { startMs, endMs }
}

/** How sure the model is of all that it wrote; null where that is not measured. */
function confidenceOf(stretches: readonly Stretch[]): TextConfidence | null {
  const sum = { logProbability: 0, tokens: 0 }
  for (const { confidence } of stretches) {
    if (!confidence) return null
    sum.logProbability += confidence.logProbability
    sum.tokens += confidence.tokens
  }
  return sum.tokens > 0 ? sum : null
}

/**
 * Moonshine's small English model, as `npm start` installs it: offline, with punctuation, on any current processor. Its
 * native library runs in child processes, which start with the first chunk and end after five minutes without one. All
 * engines share one pool, whose options `changes` overrides. Another language is a Problem `language_not_supported`.
 */
export function createMoonshineEngine(changes: Partial<PoolOptions<Stretch[]>> = {}): ChunkEngine {
  return {
    id: 'moonshine',
    model: 'tiny-en',
    mode: 'local',
    draft: false,
    canLoop: true,
    capabilities,
    async transcribe({ wav, durationMs }, { lang, signal }) {
      checkLanguage(lang)
      const samples = readSamples(wav)
      const moonshine = await findMoonshine()
      if (!moonshine) throw new Problem('transcriber_unavailable', { detail: NOT_INSTALLED })
      if (samples.length === 0) return { segments: [], lang: lang ?? 'en' }
      const timeoutMs = STARTUP_MS + SLOWEST_TIMES_REAL_TIME * durationMs
      const transcribed = await poolOf(moonshine, changes).recognise(levelSamples(samples), { timeoutMs, signal })
      const spoken = transcribed.filter((stretch) => !isInvented(stretch))
      const segments = tidySegments(
        spoken.flatMap(({ text, speech }) => timeSentences(text, speech.map(withoutPadding))),
        durationMs,
      )
      return { segments, lang: lang ?? 'en', confidence: confidenceOf(spoken) }
    },
  }
}

import { availableParallelism } from 'node:os'
import { singleton } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { withOurCommands } from '@/lib/core/programs/our-command'
import type {
  ChunkEngine,
  ChunkTranscript,
  EngineCapabilities,
  LanguageGuess,
  SpeechChunk,
  TranscribeOptions,
} from '@/lib/speech/engine'
import { languageNotSupported } from '@/lib/speech/language-not-supported'
import { speechMemory } from '@/lib/speech/recognisers/memory-budget'
import type { Recogniser } from '@/lib/speech/recognisers/recogniser'
import { createPool, type PoolOptions, type RecogniserPool } from '@/lib/speech/recognisers/recogniser-pool'
import { readSamples } from '@/lib/speech/recognisers/wav-samples'
import { childBytes, type ModelEngine, type SpeechModel } from './manifest'
import { type ModelState, modelState } from './model-state'

const STARTUP_MS = 60_000
const SLOWEST_TIMES_REAL_TIME = 20
/** 60 dB below the loudest sound there is no speech. Whisper writes text for it. */
const SILENT = 0.001
/** The networks can't do with less than a few frames. */
const LEAST_SAMPLES = 16_000

/** The library that runs the models of an engine in child processes. `Heard` is the answer of a child. */
export type ModelLibrary<Heard> = {
  id: ModelEngine
  /** Whether the decoder writes each token by those before, and so can get stuck. */
  canLoop: boolean
  /** Why it can't be used on this machine; null when it can. */
  findProblem: () => Promise<string | null>
  /** A new child, which has not loaded its model. */
  start: () => Recogniser<Heard> | Promise<Recogniser<Heard>>
  /** The most children that run at a time: on a GPU they share its memory. Null or absent: as many as the processor and memory hold. */
  mostChildren?: () => Promise<number | null>
  /** The configuration that loads the model in a folder. */
  configuration: (model: SpeechModel, folder: string, threads: number) => object | Promise<object>
  /** The options of a request besides its samples. */
  request: (options: TranscribeOptions) => object
  /** The text of a chunk of that length. */
  read: (heard: Heard, durationMs: number) => ChunkTranscript
  /** The options of a request for the language alone, and the guesses in its answer; absent where a child can't tell. */
  identification?: { request: object; read: (heard: Heard) => LanguageGuess[] }
}

/** The number of children: the wanted one, as far as the memory for speech holds it. They share the cores. */
function workforce(bytes: number, most: number | null): { size: number; threads: number } {
  const fitting = Math.floor(speechMemory().bytes / bytes)
  const size = Math.max(1, Math.min(env().SPEECH_CONCURRENCY, fitting, most ?? Number.POSITIVE_INFINITY))
  return { size, threads: Math.max(1, Math.floor(availableParallelism() / size)) }
}

function whatToDo({ name }: SpeechModel, state: Exclude<ModelState, 'ready'>): string {
  if (state === 'damaged') {
    return withOurCommands(`The speech model ${name} is damaged. Fetch it again: npm run models -- get ${name}`)
  }
  const how = state === 'partial' ? 'has been fetched in part only. Go on' : 'has not been fetched. Fetch it'
  return withOurCommands(`The speech model ${name} ${how}: npm run models -- get ${name}`)
}

function makePool<Heard>(
  model: SpeechModel,
  folder: string,
  library: ModelLibrary<Heard>,
  most: number | null,
  changes: Partial<PoolOptions<Heard>>,
): RecogniserPool<Heard> {
  const bytes = childBytes(model)
  const { size, threads } = workforce(bytes, most)
  const configuration = async () => {
    const state = await modelState(model, folder)
    if (state !== 'ready') throw new Problem('transcriber_unavailable', { detail: whatToDo(model, state) })
    return library.configuration(model, folder, threads)
  }
  return createPool({
    model: model.name,
    remedy: withOurCommands(
      `Remove it and fetch it again: npm run models -- remove ${model.name}, then npm run models -- get ${model.name}.`,
    ),
    size,
    childBytes: bytes,
    start: library.start,
    configuration,
    ...changes,
  })
}

/** The samples of a chunk, with silence behind those of a very short one. */
function samplesOf(wav: Buffer): Float32Array {
  const samples = readSamples(wav)
  if (samples.length === 0 || samples.length >= LEAST_SAMPLES) return samples
  const padded = new Float32Array(LEAST_SAMPLES)
  padded.set(samples)
  return padded
}

/**
 * The engine of a model whose files lie in `folder`, run by its library. All engines of a folder share the children of one pool, made
 * by the first to transcribe; `changes` are to that. `capabilities` says what is missing: the model, or a library that runs here.
 */
export function createModelEngine<Heard>(
  model: SpeechModel,
  folder: string,
  library: ModelLibrary<Heard>,
  changes: Partial<PoolOptions<Heard>> = {},
): ChunkEngine {
  const { languages } = model
  const onlyLanguage = languages.length === 1 ? (languages[0] ?? null) : null
  async function capabilities(): Promise<EngineCapabilities> {
    const state = await modelState(model, folder)
    if (state !== 'ready') return { ok: false, reason: whatToDo(model, state) }
    const trouble = await library.findProblem()
    return trouble === null ? { ok: true, languages } : { ok: false, reason: trouble }
  }
  async function ask({ wav, durationMs }: SpeechChunk, signal: AbortSignal, request: object): Promise<Heard | null> {
    const samples = samplesOf(wav)
    if (samples.every((sample) => Math.abs(sample) < SILENT)) return null
    const most = (await library.mostChildren?.()) ?? null
    const pool = singleton(`${library.id} ${folder}`, () => makePool(model, folder, library, most, changes))
    const timeoutMs = STARTUP_MS + SLOWEST_TIMES_REAL_TIME * durationMs
    return pool.recognise(samples, { timeoutMs, signal, options: request })
  }
  const { identification } = library
  const identify = identification && {
    identify: async (chunk: SpeechChunk, signal: AbortSignal) => {
      const heard = await ask(chunk, signal, identification.request)
      return heard === null ? [] : identification.read(heard)
    },
  }
  return {
    id: library.id,
    model: model.name,
    mode: 'local',
    draft: false,
    canLoop: library.canLoop,
    capabilities,
    ...(model.identifiesLanguage ? identify : {}),
    async transcribe(chunk, options) {
      const { lang, signal } = options
      if (lang !== null && !languages.includes(new Intl.Locale(lang).language))
        throw languageNotSupported(lang, languages)
      const heard = await ask(chunk, signal, library.request(options))
      if (heard === null) return { segments: [], lang: lang ?? onlyLanguage }
      const transcript = library.read(heard, chunk.durationMs)
      return { ...transcript, lang: lang ?? transcript.lang ?? onlyLanguage }
    },
  }
}

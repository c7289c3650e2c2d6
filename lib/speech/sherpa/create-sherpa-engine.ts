import { availableParallelism } from 'node:os'
import path from 'node:path'
import { singleton } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { withOurCommands } from '@/lib/core/programs/our-command'
import type { ChunkEngine, EngineCapabilities } from '@/lib/speech/engine'
import { languageNotSupported } from '@/lib/speech/language-not-supported'
import { findModel, type ModelRole, modelBytes, type SpeechModel, speechModels } from '@/lib/speech/models/manifest'
import { modelFolder } from '@/lib/speech/models/model-folder'
import { type ModelState, modelState } from '@/lib/speech/models/model-state'
import { createPool, type PoolOptions, type RecogniserPool } from '@/lib/speech/recognisers/recogniser-pool'
import { startRecogniser } from '@/lib/speech/recognisers/start-recogniser'
import { wavSamples } from '@/lib/speech/recognisers/wav-samples'
import { findSherpaProblem } from './find-sherpa-problem'
import { parseRecognition } from './parse-recognition'
import { recogniserEntry } from './recogniser-entry'
import { type Recognition, recognitionSchema } from './recognition'

const IDLE_MS = 5 * 60_000
const BACK_OFF_MS = 2_000
const STARTUP_MS = 60_000
const SLOWEST_TIMES_REAL_TIME = 20
/** The networks can't do with less than a few frames. */
const LEAST_SAMPLES = 16_000

/** The memory of a loaded model: twice its weights, because it unpacks them, and its working memory. */
const memoryOf = (model: SpeechModel) => 2 * modelBytes(model) + 150e6

const HEAP_MEGABYTES = 256

/** Starts a child of the library, without a model. */
export const startSherpa = () =>
  startRecogniser(
    { program: process.execPath, args: [`--max-old-space-size=${HEAP_MEGABYTES}`, recogniserEntry()] },
    recognitionSchema,
  )

/** The number of children: the wanted one, as far as half of the free memory holds it. They share the cores. */
function workforce(model: SpeechModel): { size: number; threads: number } {
  const fitting = Math.floor(process.availableMemory() / 2 / memoryOf(model))
  const size = Math.max(1, Math.min(env().SPEECH_CONCURRENCY, fitting))
  return { size, threads: Math.max(1, Math.floor(availableParallelism() / size)) }
}

function whatToDo({ name }: SpeechModel, state: Exclude<ModelState, 'ready'>): string {
  if (state === 'damaged') {
    return withOurCommands(`The speech model ${name} is damaged. Fetch it again: npm run models -- get ${name}`)
  }
  const how = state === 'partial' ? 'has been fetched in part only. Go on' : 'has not been fetched. Fetch it'
  return withOurCommands(`The speech model ${name} ${how}: npm run models -- get ${name}`)
}

/** The library's configuration for a NeMo transducer whose files lie in that folder. */
export function recogniserConfig(model: SpeechModel, folder: string, threads: number): object {
  const locationOf = (role: ModelRole) => {
    const file = model.files.find((candidate) => candidate.role === role)
    if (!file) throw new Error(`the model ${model.name} has no ${role}`)
    return path.join(folder, file.path)
  }
  return {
    // The model itself knows how many bands it wants.
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: {
      transducer: { encoder: locationOf('encoder'), decoder: locationOf('decoder'), joiner: locationOf('joiner') },
      tokens: locationOf('tokens'),
      modelType: 'nemo_transducer',
      numThreads: threads,
      provider: 'cpu',
      debug: 0,
    },
    decodingMethod: 'greedy_search',
  }
}

function makePool(
  model: SpeechModel,
  folder: string,
  changes: Partial<PoolOptions<Recognition>>,
): RecogniserPool<Recognition> {
  const { size, threads } = workforce(model)
  const configuration = async () => {
    const state = await modelState(model, folder)
    if (state !== 'ready') throw new Problem('transcriber_unavailable', { detail: whatToDo(model, state) })
    return recogniserConfig(model, folder, threads)
  }
  const usual = {
    model: model.name,
    remedy: withOurCommands(
      `Remove it and fetch it again: npm run models -- remove ${model.name}, then npm run models -- get ${model.name}.`,
    ),
    size,
    start: startSherpa,
    configuration,
    idleMs: IDLE_MS,
    backOffMs: BACK_OFF_MS,
  }
  return createPool({ ...usual, ...changes })
}

function checkLanguage({ languages }: SpeechModel, lang: string | null): void {
  if (lang !== null && !languages.includes(new Intl.Locale(lang).language)) throw languageNotSupported(lang, languages)
}

function samplesOf(wav: Buffer): Float32Array {
  const samples = wavSamples(wav)
  if (!samples) {
    const cause = 'the chunk is no WAV of 16 kHz, one channel and 16 bits'
    throw new Problem('transcriber_failed', { context: { retryable: false }, cause })
  }
  if (samples.length === 0 || samples.length >= LEAST_SAMPLES) return samples
  const padded = new Float32Array(LEAST_SAMPLES)
  padded.set(samples)
  return padded
}

/**
 * The engine of a model whose files lie in `folder`. All engines of a folder share the children of one pool, made by
 * the first to transcribe; `changes` are to that.
 */
export function createTransducerEngine(
  model: SpeechModel,
  folder: string,
  changes: Partial<PoolOptions<Recognition>> = {},
): ChunkEngine {
  async function capabilities(): Promise<EngineCapabilities> {
    const state = await modelState(model, folder)
    if (state !== 'ready') return { ok: false, reason: whatToDo(model, state) }
    const trouble = await findSherpaProblem()
    return trouble === null ? { ok: true, languages: model.languages } : { ok: false, reason: trouble }
  }
  return {
    id: 'sherpa',
    model: model.name,
    mode: 'local',
    draft: false,
    canLoop: false,
    capabilities,
    async transcribe({ wav, durationMs }, { lang, signal }) {
      checkLanguage(model, lang)
      const samples = samplesOf(wav)
      const onlyLanguage = model.languages.length === 1 ? (model.languages[0] ?? null) : null
      if (samples.length === 0) return { segments: [], lang: lang ?? onlyLanguage }
      const pool = singleton(`sherpa ${folder}`, () => makePool(model, folder, changes))
      const timeoutMs = STARTUP_MS + SLOWEST_TIMES_REAL_TIME * durationMs
      const transcribed = await pool.recognise(samples, { timeoutMs, signal })
      return { segments: parseRecognition(transcribed, durationMs), lang: lang ?? onlyLanguage }
    },
  }
}

/**
 * A speech model run by sherpa-onnx, whose native library runs in child processes. Multilingual models do not report
 * the language spoken. `capabilities` reports what is missing: the model, or a library that loads on this machine.
 */
export function createSherpaEngine({ model }: { model: string }): ChunkEngine {
  if (speechModels().some(({ name }) => name === model))
    return createTransducerEngine(findModel(model), modelFolder(model))
  const names = speechModels()
    .map(({ name }) => name)
    .join(', ')
  const reason = `There is no speech model "${model}". Set SHERPA_MODEL to one of ${names}, and start again.`
  return {
    id: 'sherpa',
    model,
    mode: 'local',
    draft: false,
    canLoop: false,
    capabilities: async () => ({ ok: false, reason }),
    transcribe: async () => {
      throw new Problem('transcriber_unavailable', { detail: reason })
    },
  }
}

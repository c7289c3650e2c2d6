import type { AssemblyaiConfig } from './assemblyai/call-assemblyai'
import { createAssemblyaiEngine } from './assemblyai/create-assemblyai-engine'
import { howToAddEngine } from './better-engine-hint'
import type { ChunkEngine, EngineId, SpeechEngine } from './engine'
import { rankOf } from './engine-rank'
import { createModelEngine } from './models/create-model-engine'
import { modelFolder, type SpeechModel, speechModels } from './models/manifest'
import { modelState } from './models/model-state'
import { createMoonshineEngine } from './moonshine/create-moonshine-engine'
import { createOpenaiEngine } from './openai/create-openai-engine'
import { createPocketsphinxEngine } from './pocketsphinx/create-pocketsphinx-engine'
import { SHERPA } from './sherpa/sherpa-library'
import { WHISPER } from './whisper/whisper-library'

export type SpeechConfig = {
  engine: 'auto' | EngineId
  /** Null: without a key. */
  assemblyai: AssemblyaiConfig | null
  /** Null: without an address. */
  openai: { apiUrl: string; apiKey?: string | undefined; apiModel: string } | null
  /** The only downloaded model to use. Null: the best for each language. */
  model: string | null
  /** Whether `auto` may fall back on the offline draft: good enough for one's own machine, not for other people. */
  allowDraft: boolean
}

/**
 * An engine that can be used, with the base languages that can be transcribed, by it or by another that is set up (null: not known);
 * or a sentence that says why there is none and what to do.
 */
export type Choice =
  | { engine: SpeechEngine; languages: readonly string[] | null }
  | { engine: null; languages: null; reason: string }

/** The choice for a language; null: unknown. */
export type ChoiceOf = (lang: string | null) => Choice

const none =
  (reason: string): ChoiceOf =>
  () => ({ engine: null, languages: null, reason })

async function ifAble(engine: SpeechEngine): Promise<ChoiceOf> {
  const able = await engine.capabilities()
  return able.ok ? () => ({ engine, languages: able.languages }) : none(able.reason)
}

const unset = (engine: EngineId, setting: string) =>
  none(`SPEECH_ENGINE is ${engine}, but ${setting} is not set. Set it, and start again.`)

const baseOf = (lang: string) => new Intl.Locale(lang).language

/** The engine of a downloaded model. */
export function engineOf(model: SpeechModel): ChunkEngine {
  const folder = modelFolder(model.name)
  return model.engine === 'sherpa'
    ? createModelEngine(model, folder, SHERPA)
    : createModelEngine(model, folder, WHISPER)
}

type Able = { engine: ChunkEngine; languages: readonly string[] }

/**
 * The best of those engines that can be used: for a language those first that know it, without one those that know the most. Null where
 * none can be used.
 */
async function bestOf(engines: readonly ChunkEngine[]): Promise<ChoiceOf | null> {
  const able: Able[] = []
  const troubles: Error[] = []
  for (const engine of engines) {
    try {
      const capabilities = await engine.capabilities()
      if (capabilities.ok) able.push({ engine, languages: capabilities.languages ?? [] })
    } catch (error) {
      // A library that could not be tried out now must not keep others from work.
      if (!(error instanceof Error)) throw error
      troubles.push(error)
    }
  }
  const [trouble] = troubles
  if (able.length === 0 && trouble) throw trouble
  const [first, ...others] = able
  if (!first) return null
  const languages = [...new Set(able.flatMap((one) => one.languages))]
  return (lang) => {
    const isKnown = (one: Able) => lang === null || one.languages.includes(baseOf(lang))
    const rank = ({ engine: { id, model } }: Able) => rankOf({ name: id, model }, lang)
    const lead = (one: Able, other: Able) =>
      Number(isKnown(one)) - Number(isKnown(other)) ||
      (lang === null ? one.languages.length - other.languages.length : 0) ||
      rank(other) - rank(one)
    const best = others.reduce((leader, one) => (lead(one, leader) > 0 ? one : leader), first)
    return { engine: best.engine, languages }
  }
}

/** The model that `SPEECH_MODEL` names, or all that transcribe; of one engine where one is named. */
function wantedModels({ model, engine }: SpeechConfig): SpeechModel[] {
  return speechModels().filter(
    (known) =>
      (engine === 'auto' || engine === known.engine) && (model === null ? !known.onlyIdentifies : model === known.name),
  )
}

/** Why no downloaded model can be used: by the one that is here in part, else by the first. */
async function whyNoModel(config: SpeechConfig): Promise<ChoiceOf> {
  const models = wantedModels(config)
  for (const model of models) {
    if ((await modelState(model, modelFolder(model.name))) !== 'absent') return ifAble(engineOf(model))
  }
  const [first] = models
  if (first) return ifAble(engineOf(first))
  const names = wantedModels({ ...config, model: null }).map(({ name }) => name)
  return none(
    `There is no speech model "${config.model}". Set SPEECH_MODEL to one of ${names.join(', ')}, and start again.`,
  )
}

async function chooseModel(config: SpeechConfig): Promise<ChoiceOf> {
  return (await bestOf(wantedModels(config).map(engineOf))) ?? whyNoModel(config)
}

/** The choice where a setting names the engine. */
const NAMED: Record<EngineId, (config: SpeechConfig) => Promise<ChoiceOf> | ChoiceOf> = {
  assemblyai: ({ assemblyai }) =>
    assemblyai ? ifAble(createAssemblyaiEngine(assemblyai)) : unset('assemblyai', 'ASSEMBLYAI_API_KEY'),
  openai: ({ openai }) => (openai ? ifAble(createOpenaiEngine(openai)) : unset('openai', 'SPEECH_API_URL')),
  sherpa: chooseModel,
  whisper: chooseModel,
  moonshine: () => ifAble(createMoonshineEngine()),
  pocketsphinx: () => ifAble(createPocketsphinxEngine()),
}

async function nothingSetUp(config: SpeechConfig): Promise<ChoiceOf> {
  const begun = []
  for (const model of wantedModels(config)) {
    if ((await modelState(model, modelFolder(model.name))) !== 'absent') begun.push(model)
  }
  const why = begun.length > 0 ? (await whyNoModel(config))(null) : null
  const reason = why && !why.engine ? ` ${why.reason}` : ''
  return none(
    `No speech engine is set up.${reason} The easiest ways: ${howToAddEngine()}; or, for a rough draft of English, "apt install pocketsphinx pocketsphinx-en-us".`,
  )
}

/**
 * The speech engine to use for each language, or why there is none. `auto` takes AssemblyAI by its key, an OpenAI-compatible server by
 * its address, else the best engine on this machine that knows the language, of downloaded models, Moonshine and pocketsphinx. An engine
 * that is set up wrongly is reported, not skipped.
 */
export async function chooseEngines(config: SpeechConfig): Promise<ChoiceOf> {
  if (config.engine !== 'auto') return NAMED[config.engine](config)
  if (config.assemblyai) return NAMED.assemblyai(config)
  if (config.openai) return NAMED.openai(config)
  if (config.model !== null) return chooseModel(config)
  const local = [...wantedModels(config).map(engineOf), createMoonshineEngine()]
  const drafts = config.allowDraft ? [createPocketsphinxEngine()] : []
  return (await bestOf(local)) ?? (await bestOf(drafts)) ?? nothingSetUp(config)
}

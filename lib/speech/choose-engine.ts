import type { AssemblyaiConfig } from './assemblyai/assemblyai-config'
import { createAssemblyaiEngine } from './assemblyai/create-assemblyai-engine'
import { howToAddEngine } from './better-engine-hint'
import type { EngineId, SpeechEngine } from './engine'
import { describeModels, type ModelDescription } from './models/describe-models'
import { speechModels } from './models/manifest'
import { createMoonshineEngine } from './moonshine/create-moonshine-engine'
import { createOpenaiEngine } from './openai/create-openai-engine'
import { createPocketsphinxEngine } from './pocketsphinx/create-pocketsphinx-engine'
import { createSherpaEngine } from './sherpa/create-sherpa-engine'
import { createWhisperEngine, type WhisperConfig } from './whisper-cli/create-whisper-engine'

export type SpeechConfig = {
  engine: 'auto' | EngineId
  /** Null: without a key. */
  assemblyai: AssemblyaiConfig | null
  /** Null: without an address. */
  openai: { apiUrl: string; apiKey?: string | undefined; apiModel: string } | null
  /** Null: the best of those that have been fetched. */
  sherpaModel: string | null
  whisper: WhisperConfig
  /** Whether `auto` may fall back on the offline draft: good enough for one's own machine, not for other people. */
  allowDraft: boolean
}

/** An engine that can be used, or a sentence that says why not and what to do. */
export type Choice = { engine: SpeechEngine } | { engine: null; reason: string }

type EngineOption = {
  id: EngineId
  /** Whether settings ask for it, so that `auto` reports what is wrong with it instead of skipping it. */
  isAskedFor: (config: SpeechConfig) => boolean
  choose: (config: SpeechConfig) => Promise<Choice>
}

async function ifAble(engine: SpeechEngine): Promise<Choice> {
  const able = await engine.capabilities()
  return able.ok ? { engine } : { engine: null, reason: able.reason }
}

async function unset(engine: EngineId, setting: string): Promise<Choice> {
  return { engine: null, reason: `SPEECH_ENGINE is ${engine}, but ${setting} is not set. Set it, and start again.` }
}

/** The best model that is ready; else the best of which a part is here. */
async function fetchedModel(): Promise<ModelDescription | undefined> {
  const models = await describeModels()
  return models.find(({ state }) => state === 'ready') ?? models.find(({ state }) => state !== 'absent')
}

async function chooseSherpa({ sherpaModel }: SpeechConfig): Promise<Choice> {
  const model = sherpaModel ?? (await fetchedModel())?.name ?? speechModels()[0]?.name ?? 'none'
  return ifAble(createSherpaEngine({ model }))
}

/** All engines that can be set up, in the order of `auto`: the best first. */
const ENGINE_OPTIONS: readonly EngineOption[] = [
  {
    id: 'assemblyai',
    isAskedFor: ({ assemblyai }) => assemblyai !== null,
    choose: ({ assemblyai }) =>
      assemblyai ? ifAble(createAssemblyaiEngine(assemblyai)) : unset('assemblyai', 'ASSEMBLYAI_API_KEY'),
  },
  {
    id: 'openai',
    isAskedFor: ({ openai }) => openai !== null,
    choose: ({ openai }) => (openai ? ifAble(createOpenaiEngine(openai)) : unset('openai', 'SPEECH_API_URL')),
  },
  { id: 'sherpa', isAskedFor: ({ sherpaModel }) => sherpaModel !== null, choose: chooseSherpa },
  {
    id: 'whisper',
    isAskedFor: ({ whisper }) => whisper.model !== undefined,
    choose: ({ whisper }) => ifAble(createWhisperEngine(whisper)),
  },
  { id: 'moonshine', isAskedFor: () => false, choose: () => ifAble(createMoonshineEngine()) },
  { id: 'pocketsphinx', isAskedFor: () => false, choose: () => ifAble(createPocketsphinxEngine()) },
]

async function nothingSetUp(config: SpeechConfig): Promise<Choice> {
  const hasBegun = (await fetchedModel()) !== undefined
  const sherpa = hasBegun ? await chooseSherpa(config) : null
  const begun = sherpa && !sherpa.engine ? ` ${sherpa.reason}` : ''
  return {
    engine: null,
    reason: `No speech engine is set up.${begun} The easiest ways: ${howToAddEngine()}; or, for a rough draft of English, "apt install pocketsphinx pocketsphinx-en-us".`,
  }
}

/**
 * The speech engine to use, or why there is none. `auto` takes the first that is set up: AssemblyAI by its key, an
 * OpenAI-compatible server by its address, a fetched model, whisper-cli by its model, Moonshine as it was installed,
 * pocketsphinx. An engine that is set up wrongly is reported, not skipped.
 */
export async function chooseEngine(config: SpeechConfig): Promise<Choice> {
  const named = ENGINE_OPTIONS.find(({ id }) => id === config.engine)
  if (named) return named.choose(config)
  for (const option of ENGINE_OPTIONS) {
    if (option.id === 'pocketsphinx' && !config.allowDraft) continue
    const choice = await option.choose(config)
    if (choice.engine || option.isAskedFor(config)) return choice
  }
  return nothingSetUp(config)
}

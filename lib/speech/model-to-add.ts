import { env } from '@/lib/core/env'
import { suggestedModel } from './better-engine-hint'
import { MODEL_ENGINES, type SpeechModel, speechModels } from './models/manifest'

/** Why a model that is downloaded would not be used for jobs, in a sentence; null: it would. */
export function whyModelsAreUnused(): string | null {
  const { SPEECH_ENGINE: engine, ASSEMBLYAI_API_KEY, SPEECH_API_URL, SPEECH_MODEL: model } = env()
  const isAuto = engine === 'auto'
  if (!isAuto && !MODEL_ENGINES.some((id) => id === engine)) {
    return `SPEECH_ENGINE is ${engine}, so downloaded models are not used. Remove this setting and restart Verbatim.`
  }
  if (isAuto && ASSEMBLYAI_API_KEY) return 'AssemblyAI transcribes, because ASSEMBLYAI_API_KEY is set.'
  if (isAuto && SPEECH_API_URL) return 'A speech server transcribes, because SPEECH_API_URL is set.'
  if (model !== undefined) return `SPEECH_MODEL is ${model}, so no other model is used.`
  return null
}

/** The models that jobs would use if they were downloaded. */
export function usableModels(): SpeechModel[] {
  if (whyModelsAreUnused() !== null) return []
  const { SPEECH_ENGINE: engine } = env()
  return speechModels().filter((model) => engine === 'auto' || engine === model.engine)
}

/** The model to download for a language (`und`: one that hears which it is); null where none would add it. */
export function modelToAdd(lang: string): SpeechModel | null {
  return suggestedModel(lang, usableModels()) ?? null
}

import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { webhookSecret } from './assemblyai/parse-webhook'
import { type Choice, type ChoiceOf, chooseEngines, type SpeechConfig } from './choose-engine'
import type { SpeechEngine } from './engine'
import { languageNotSupported } from './language-not-supported'

function speechConfig(): SpeechConfig {
  const settings = env()
  const { ASSEMBLYAI_API_KEY: assemblyaiKey, SPEECH_API_URL: apiUrl } = settings
  return {
    engine: settings.SPEECH_ENGINE,
    assemblyai: assemblyaiKey
      ? { apiKey: assemblyaiKey, baseUrl: settings.ASSEMBLYAI_BASE_URL, webhookSecret: webhookSecret() }
      : null,
    openai: apiUrl ? { apiUrl, apiKey: settings.SPEECH_API_KEY, apiModel: settings.SPEECH_API_MODEL } : null,
    model: settings.SPEECH_MODEL ?? null,
    allowDraft: settings.localMode,
  }
}

/** The speech engines this service uses now for each language, by its settings and by what is installed, or why there is none. */
export async function configuredEngines(): Promise<ChoiceOf> {
  return chooseEngines(speechConfig())
}

/** The same for one language; null: unknown. */
export async function configuredEngine(lang: string | null = null): Promise<Choice> {
  return (await configuredEngines())(lang)
}

/**
 * The same engine, where work can't continue without one. Throws `transcriber_unavailable` and `language_not_supported` with what helps.
 */
export async function requireEngine(lang: string | null = null): Promise<SpeechEngine> {
  const chosen = await configuredEngine(lang)
  if (!chosen.engine) throw new Problem('transcriber_unavailable', { detail: chosen.reason })
  if (lang && chosen.languages && !chosen.languages.includes(new Intl.Locale(lang).language))
    throw languageNotSupported(lang, chosen.languages)
  return chosen.engine
}

/** The captions of a source that are used: `scant` ones, which cover next to nothing, only where no engine is set up. */
export async function usableCaptions<Captions>({
  captions,
  scant = null,
}: {
  captions: Captions | null
  scant?: Captions | null
}): Promise<Captions | null> {
  if (captions || !scant) return captions
  return (await configuredEngine()).engine ? null : scant
}

import { availableParallelism } from 'node:os'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { webhookSecret } from './assemblyai/webhook-secret'
import { type Choice, chooseEngine, type SpeechConfig } from './choose-engine'
import type { SpeechEngine } from './engine'
import { languageNotSupported } from './language-not-supported'

function speechConfig(): SpeechConfig {
  const settings = env()
  const { ASSEMBLYAI_API_KEY: assemblyaiKey, SPEECH_API_URL: apiUrl, SPEECH_CONCURRENCY: concurrency } = settings
  return {
    engine: settings.SPEECH_ENGINE,
    assemblyai: assemblyaiKey
      ? { apiKey: assemblyaiKey, baseUrl: settings.ASSEMBLYAI_BASE_URL, webhookSecret: webhookSecret() }
      : null,
    openai: apiUrl ? { apiUrl, apiKey: settings.SPEECH_API_KEY, apiModel: settings.SPEECH_API_MODEL } : null,
    sherpaModel: settings.SHERPA_MODEL ?? null,
    whisper: {
      cliPath: settings.WHISPER_CLI_PATH,
      model: settings.WHISPER_MODEL,
      threads: Math.max(1, Math.floor(availableParallelism() / concurrency)),
    },
    allowDraft: settings.localMode,
  }
}

/** The speech engine this service uses now, by its settings and by what is installed, or why there is none. */
export async function configuredEngine(): Promise<Choice> {
  return chooseEngine(speechConfig())
}

/**
 * The same, where work can't continue without one, and for a language where that is known. Throws
 * `transcriber_unavailable` and `language_not_supported` with what helps.
 */
export async function requireEngine(lang: string | null = null): Promise<SpeechEngine> {
  const chosen = await configuredEngine()
  if (!chosen.engine) throw new Problem('transcriber_unavailable', { detail: chosen.reason })
  const able = await chosen.engine.capabilities()
  if (!able.ok) throw new Problem('transcriber_unavailable', { detail: able.reason })
  if (lang && able.languages && !able.languages.includes(new Intl.Locale(lang).language))
    throw languageNotSupported(lang, able.languages)
  return chosen.engine
}

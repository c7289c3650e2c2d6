import { env } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem'
import { BETTER_ENGINE_HINT } from './better-engine-hint'
import { chooseEngine } from './choose-engine'
import type { SpeechEngine } from './engine'

/** The speech engine this service uses now, by its settings and by what is installed, or why there is none. */
export async function configuredEngine(): Promise<{ engine: SpeechEngine } | { engine: null; reason: string }> {
  const { SPEECH_ENGINE, SPEECH_API_URL, SPEECH_API_KEY, SPEECH_API_MODEL, localMode } = env()
  return chooseEngine({
    engine: SPEECH_ENGINE,
    apiUrl: SPEECH_API_URL,
    apiKey: SPEECH_API_KEY,
    apiModel: SPEECH_API_MODEL,
    allowDraft: localMode,
  })
}

/**
 * The same, where work can't go on without one, and for a language where that is known. Throws
 * `transcriber_unavailable` with what helps.
 */
export async function requireEngine(lang: string | null = null): Promise<SpeechEngine> {
  const chosen = await configuredEngine()
  if (!chosen.engine) throw new Problem('transcriber_unavailable', { detail: chosen.reason })
  const able = await chosen.engine.capabilities()
  if (!able.ok) throw new Problem('transcriber_unavailable', { detail: able.reason })
  if (lang && able.languages && !able.languages.includes(new Intl.Locale(lang).language)) {
    const name = new Intl.DisplayNames('en', { type: 'language' }).of(lang)
    throw new Problem('transcriber_unavailable', {
      detail: `The speech engine in use does not know ${name}. ${BETTER_ENGINE_HINT}`,
      context: { lang, supported: able.languages },
    })
  }
  return chosen.engine
}

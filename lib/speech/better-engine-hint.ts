import type { Transcript } from '@/lib/core/generated/prisma/client'
import { withOurCommands } from '@/lib/core/programs/our-command'
import { isDraftEngine } from './engine'
import { BUILT_IN_MODELS, modelBytes, type SpeechModel } from './models/manifest'

/** Whether a stored text is a draft by the offline engine, as a whole or in parts. */
export function isDraftText({ engineName, warnings }: Pick<Transcript, 'engineName' | 'warnings'>): boolean {
  if (engineName !== null && isDraftEngine(engineName)) return true
  const list = Array.isArray(warnings) ? warnings : []
  return list.some(
    (warning) =>
      typeof warning === 'object' && warning !== null && 'code' in warning && warning.code === 'offline_engine',
  )
}

/** Whether a model transcribes a language; `und`: whether it hears which it is, null: any. */
export function transcribesLanguage(
  { languages, identifiesLanguage, onlyIdentifies }: SpeechModel,
  lang: string | null,
): boolean {
  if (onlyIdentifies || lang === null) return !onlyIdentifies
  return lang === 'und' ? identifiesLanguage : languages.includes(new Intl.Locale(lang).language)
}

/**
 * The model to download for a language, for one that is not known (`und`), or for most where none is named: the best that is not
 * slower than the sound.
 */
export function suggestedModel(lang: string | null, models: readonly SpeechModel[]): SpeechModel | undefined {
  return models.find(
    (model) => (model.speed === null || model.speed.timesRealTime >= 1) && transcribesLanguage(model, lang),
  )
}

/** The easiest ways to set up a good speech engine, each to copy, with that model. */
export function howToAddEngine(model: SpeechModel | null = suggestedModel(null, BUILT_IN_MODELS) ?? null): string {
  const megabytes = model ? Math.round(modelBytes(model) / 1e6) : 0
  const fetching = model
    ? `fetch a model for this machine with "npm run models -- get ${model.name}" (${megabytes} MB, ${model.languages.length} languages); `
    : ''
  return withOurCommands(
    `${fetching}set SPEECH_API_URL (and SPEECH_API_KEY where it asks for one) to any OpenAI-compatible server, for example ` +
      'SPEECH_API_URL=https://api.openai.com/v1, or http://localhost:8000/v1 for one on this machine, and start again; ' +
      'or set ASSEMBLYAI_API_KEY, and start again',
  )
}

/**
 * The sentences of the `offline_engine` warning: for a text that is a draft as a whole, and for one that is in parts.
 */
export const BETTER_ENGINE_HINT = `Drafted by the small offline engine: expect many wrong words. Add a better engine in a minute: ${howToAddEngine()}.`
export const PARTLY_DRAFTED_HINT = `Parts of this text were drafted by the small offline engine: expect many wrong words there. Ask again for a text by the engine in use now. If there is none: ${howToAddEngine()}.`

/** The hint as commands: the best model that runs on the server itself, and a server that is compatible with OpenAI's. */
export const ENGINE_COMMANDS = {
  fetchModel: withOurCommands(`npm run models -- get ${BUILT_IN_MODELS[0]?.name}`),
  useServer: withOurCommands('SPEECH_API_URL=http://localhost:8000/v1 SPEECH_API_KEY=your-key npm start'),
}

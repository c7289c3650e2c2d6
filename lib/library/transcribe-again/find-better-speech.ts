import type { Actor } from '@/lib/core/actor'
import type { SpeechModelView } from '@/lib/speech/contract'
import { listSpeechModels } from '@/lib/speech/downloads/list-speech-models'
import { isBetterEngine, type NamedEngine } from '@/lib/speech/engine-rank'
import type { LibraryItemView } from '@/lib/transcripts/library-item/contract'
import type { BetterSpeech } from './contract'
import { findEngineForAgain } from './transcribe-again'

function isBetterFor(model: SpeechModelView, made: NamedEngine, lang: string | null): boolean {
  const isKnown = lang === null || model.languages.includes(new Intl.Locale(lang).language)
  return (
    model.state !== 'ready' &&
    model.download === null &&
    isKnown &&
    isBetterEngine({ name: model.engine, model: model.name }, made, lang)
  )
}

/**
 * How the text of a library item can be made better on this machine; null where it can't, or is being made. For operators
 * alone: the caller sees to that.
 */
export async function findBetterSpeech(actor: Actor, item: LibraryItemView): Promise<BetterSpeech | null> {
  const { transcript, job, libraryItemId } = item
  const made = transcript?.source === 'speech_to_text' ? transcript.engine : null
  if (!transcript || !made || job) return null
  const speech = await listSpeechModels()
  const engine = await findEngineForAgain(actor, libraryItemId)
  const titleOf = ({ name, model }: NamedEngine) =>
    speech.models.find((one) => one.engine === name && one.name === model)?.title ?? null
  const again = engine && { ...engine, title: titleOf(engine) }
  const { lang } = transcript
  const hasModels = speech.unused_because === null && speech.models.some((model) => isBetterFor(model, made, lang))
  return again || hasModels ? { again, hasModels } : null
}

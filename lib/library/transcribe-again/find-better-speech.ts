import type { Actor } from '@/lib/core/actor'
import type { SpeechModelsView, SpeechModelView } from '@/lib/speech/contract'
import { listSpeechModels } from '@/lib/speech/downloads/list-speech-models'
import { isBetterEngine, type NamedEngine } from '@/lib/speech/engine-rank'
import type { LibraryItemView } from '@/lib/transcripts/library-item/contract'
import type { BetterSpeech } from './contract'
import { findEngineForAgain } from './transcribe-again'

/** The engine that made an item's text, or that makes it now; null where it is not made from speech, or is complete. */
function engineOf({ transcript, job }: LibraryItemView, { engine }: SpeechModelsView): NamedEngine | null {
  if (transcript) return transcript.source === 'speech_to_text' ? transcript.engine : null
  return job && job.status !== 'done' ? (engine ?? { name: 'pocketsphinx', model: null }) : null
}

function isBetterFor(model: SpeechModelView, made: NamedEngine, lang: string | null): boolean {
  const isKnown = lang === null || model.languages.includes(new Intl.Locale(lang).language)
  return model.state !== 'ready' && isKnown && isBetterEngine({ name: 'sherpa', model: model.name }, made)
}

/**
 * How the text of a library item can be made better on this machine; null where it can't, or is being made again. For
 * operators alone: the caller sees to that.
 */
export async function findBetterSpeech(actor: Actor, item: LibraryItemView): Promise<BetterSpeech | null> {
  const { transcript, job, libraryItemId } = item
  if (transcript && job) return null
  const speech = await listSpeechModels()
  const made = engineOf(item, speech)
  if (!made) return null
  const engine = transcript && (await findEngineForAgain(actor, libraryItemId))
  const titleOf = ({ name, model }: NamedEngine) =>
    name === 'sherpa' ? (speech.models.find((one) => one.name === model)?.title ?? null) : null
  const again = engine && { ...engine, title: titleOf(engine) }
  const lang = transcript?.lang ?? null
  const models = speech.unused_because === null ? speech.models.filter((model) => isBetterFor(model, made, lang)) : []
  return again || models.length > 0 ? { again, models } : null
}

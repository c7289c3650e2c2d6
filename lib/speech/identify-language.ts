import { engineOf } from './choose-engine'
import type { ChunkEngine, LanguageGuess, SpeechChunk } from './engine'
import { speechModels } from './models/manifest'

/** A language that is spoken in a recording, by what was heard in some places of it. */
export type SpokenLanguage = {
  /** Null: undecided. */
  lang: string | null
  /** The mean probability of each language that was heard, the most probable first. */
  guesses: LanguageGuess[]
}

/** The least mean probability that decides, and how many times that of the next language. */
const LEAST = 0.5
const LEAD = 2

/** The language of a recording by the guesses in several places: the most probable one, if it leads by far and most places agree. */
export function decideLanguage(places: readonly (readonly LanguageGuess[])[]): SpokenLanguage {
  const heard = places.filter((guesses) => guesses.length > 0)
  const sums = new Map<string, number>()
  for (const { lang, probability } of heard.flat()) sums.set(lang, (sums.get(lang) ?? 0) + probability)
  const guesses = [...sums]
    .map(([lang, sum]) => ({ lang, probability: sum / heard.length }))
    .sort((one, other) => other.probability - one.probability)
  const [best, next] = guesses
  const votes = heard.filter(([first]) => first?.lang === best?.lang).length
  const isSure = best && best.probability >= LEAST && best.probability >= LEAD * (next?.probability ?? 0)
  return { lang: isSure && votes > heard.length / 2 ? best.lang : null, guesses }
}

/** The model that is only there to identify languages, else another one that can; null: none is ready. */
async function findIdentifier(): Promise<ChunkEngine | null> {
  const models = speechModels().filter(({ identifiesLanguage }) => identifiesLanguage)
  for (const model of models.toSorted((one, other) => Number(other.onlyIdentifies) - Number(one.onlyIdentifies))) {
    const engine = engineOf(model)
    const able = await engine.capabilities().catch(() => null)
    if (able?.ok) return engine
  }
  return null
}

/**
 * Finds out which language is spoken by listening to some places of a recording. Null where no model on this machine can tell. Throws as
 * `ChunkEngine.transcribe` does.
 */
export async function identifyLanguage(
  places: readonly (() => Promise<SpeechChunk>)[],
  signal: AbortSignal,
): Promise<SpokenLanguage | null> {
  const identifier = await findIdentifier()
  if (!identifier?.identify) return null
  const guesses = []
  for (const read of places) guesses.push(await identifier.identify(await read(), signal))
  return decideLanguage(guesses)
}

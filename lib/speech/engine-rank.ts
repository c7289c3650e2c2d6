import { ENGINES } from './engine'
import { MODEL_ENGINES, type SpeechModel, speechModels } from './models/manifest'

/** An engine by the name and the model that transcripts give. */
export type NamedEngine = { name: string; model: string | null }

/** A model that errs more often than this, in percent of words, comes after the others that know the language and are not rough. */
const POOR_PERCENT = 20
const BEHIND = 0.5

const OF_MODELS: readonly string[] = MODEL_ENGINES
const FIRST_OF_MODELS = ENGINES.findIndex((id) => OF_MODELS.includes(id))
const BEFORE_MODELS: readonly string[] = ENGINES.slice(0, FIRST_OF_MODELS)
const AFTER_MODELS: readonly string[] = ENGINES.slice(FIRST_OF_MODELS + OF_MODELS.length)

const baseOf = (lang: string) => new Intl.Locale(lang).language

function isPoorIn({ errorRates }: SpeechModel, lang: string | null): boolean {
  return lang !== null && errorRates.some(({ percent }) => (percent[baseOf(lang)] ?? 0) >= POOR_PERCENT)
}

/**
 * The rank of an engine for a language, the best 0: those of other machines, downloaded models in the order of their list, behind
 * others where they err often in the language, and the small ones that need no download. Infinite for an unknown one.
 */
export function rankOf({ name, model }: NamedEngine, lang: string | null): number {
  const models = speechModels()
  const lastModel = BEFORE_MODELS.length + models.length
  if (BEFORE_MODELS.includes(name)) return BEFORE_MODELS.indexOf(name)
  if (AFTER_MODELS.includes(name)) return lastModel + 1 + AFTER_MODELS.indexOf(name)
  if (!OF_MODELS.includes(name)) return Number.POSITIVE_INFINITY
  const index = models.findIndex((known) => known.name === model)
  const known = models[index]
  if (!known) return lastModel
  const lastGood = models.findLastIndex(({ isRough, onlyIdentifies }) => !isRough && !onlyIdentifies)
  return BEFORE_MODELS.length + (isPoorIn(known, lang) ? Math.max(index, lastGood + BEHIND) : index)
}

/** Whether one engine is known to be better than another for a language: of those that are not in the order, nothing is known. */
export function isBetterEngine(one: NamedEngine, other: NamedEngine, lang: string | null): boolean {
  const rank = rankOf(other, lang)
  return Number.isFinite(rank) && rankOf(one, lang) < rank
}

import { configuredEngine } from './configured-engine'
import { ENGINES } from './engine'
import { speechModels } from './models/manifest'

/** An engine by the name and the model that transcripts give. */
export type NamedEngine = { name: string; model: string | null }

const FIRST_OF_MODELS = 0.001

/** The rank of an engine in the order of `auto`, the best 0; of downloaded models the better come first. */
function rankOf({ name, model }: NamedEngine): number {
  const rank = (ENGINES as readonly string[]).indexOf(name)
  if (rank < 0) return Number.POSITIVE_INFINITY
  if (name !== 'sherpa') return rank
  const models = speechModels()
  const index = models.findIndex((known) => known.name === model)
  return rank + FIRST_OF_MODELS * (index < 0 ? models.length : index)
}

/** Whether one engine is known to be better than another: of those that are not in the order, nothing is known. */
export function isBetterEngine(one: NamedEngine, other: NamedEngine): boolean {
  const rank = rankOf(other)
  return Number.isFinite(rank) && rankOf(one) < rank
}

/** The engine in use, if it is better than the one that made a text and knows its language; else null. */
export async function findBetterEngine(made: NamedEngine, lang: string | null): Promise<NamedEngine | null> {
  const { engine } = await configuredEngine()
  const able = engine && (await engine.capabilities())
  if (!engine || !able?.ok) return null
  const used = { name: engine.id, model: engine.model }
  const isKnown = lang === null || able.languages === null || able.languages.includes(new Intl.Locale(lang).language)
  return isKnown && isBetterEngine(used, made) ? used : null
}

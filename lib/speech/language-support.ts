import type { ChoiceOf } from './choose-engine'
import { configuredEngines } from './configured-engine'
import { modelToAdd } from './model-to-add'
import { type SpeechModel, speechModels } from './models/manifest'

/** The engine that transcribes a language on this service now, or the model that would add the language. */
export type LanguageSupport = {
  lang: string
  /** Null: none. */
  engine: { name: string; model: string } | null
  /** The model to download where there is no engine for the language; null: none has it. */
  download: string | null
  /** Words wrong, in percent, of that engine or model, where its source says so for the language. */
  errorPercent: number | null
}

function errorPercentOf(model: SpeechModel | null | undefined, lang: string): number | null {
  const rates = model?.errorRates.flatMap(({ percent }) => percent[lang] ?? []) ?? []
  return rates[0] ?? null
}

function supportOf(lang: string, choiceOf: ChoiceOf): LanguageSupport {
  const models = speechModels()
  const { engine, languages } = choiceOf(lang)
  if (engine && (languages === null || languages.includes(lang))) {
    const used = models.find(({ name, engine: id }) => id === engine.id && name === engine.model)
    return {
      lang,
      engine: { name: engine.id, model: engine.model },
      download: null,
      errorPercent: errorPercentOf(used, lang),
    }
  }
  const model = modelToAdd(lang)
  return { lang, engine: null, download: model?.name ?? null, errorPercent: errorPercentOf(model, lang) }
}

/** Every language that some engine or model here has, and how it is transcribed; those that work now come first. */
export async function languageSupport(): Promise<LanguageSupport[]> {
  const choiceOf = await configuredEngines()
  const known = new Set([...(choiceOf(null).languages ?? []), ...speechModels().flatMap((model) => model.languages)])
  const support = [...known].sort().map((lang) => supportOf(lang, choiceOf))
  return support.toSorted((one, other) => Number(other.engine !== null) - Number(one.engine !== null))
}

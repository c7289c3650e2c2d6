import { Problem } from '@/lib/core/problem/problem'
import { howToAddEngine } from './better-engine-hint'
import { modelToAdd } from './model-to-add'

const nameOf = (lang: string) => new Intl.DisplayNames('en', { type: 'language' }).of(lang) ?? lang
const MOST_NAMED = 3

function listed(languages: readonly string[]): string {
  if (languages.length > MOST_NAMED) return `${languages.length} languages`
  return new Intl.ListFormat('en').format(languages.map(nameOf))
}

/**
 * The problem `language_not_supported` of a language that the engine does not know, with the ways to add one that does, and the name of
 * the model to download (null: none would help).
 */
export function languageNotSupported(lang: string, supported: readonly string[]): Problem {
  const model = modelToAdd(lang)
  return new Problem('language_not_supported', {
    detail: `The current speech engine doesn't support ${nameOf(lang)}. It supports ${listed(supported)}. For ${nameOf(lang)}, ${howToAddEngine(model)}.`,
    context: { lang, supported_langs: [...supported], model: model?.name ?? null },
  })
}

/** The problem of a recording that its measures show in another language than the engine's only one. */
export function otherLanguage(only: string): Problem {
  const model = modelToAdd('und')
  return new Problem('language_not_supported', {
    detail: `This recording doesn't seem to be in ${nameOf(only)}, the only language of the current speech engine. Nothing was charged. For other languages, ${howToAddEngine(model)}.`,
    context: { lang: null, supported_langs: [only], model: model?.name ?? null },
  })
}

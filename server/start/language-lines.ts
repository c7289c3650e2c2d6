import { type LanguageSupport, languageSupport } from '@/lib/speech/language-support'
import { findModel, modelBytes } from '@/lib/speech/models/manifest'
import { formatLanguages, inMegabytes } from './model-words'

function group(support: readonly LanguageSupport[], groupOf: (one: LanguageSupport) => string | null) {
  const groups = new Map<string, string[]>()
  for (const one of support) {
    const name = groupOf(one)
    if (name !== null) groups.set(name, [...(groups.get(name) ?? []), one.lang])
  }
  return [...groups]
}

/** The languages that are transcribed now and by which engine, and the commands that add others, a line each. */
export async function languageLines(): Promise<string[]> {
  const support = await languageSupport()
  const now = group(support, ({ engine }) => engine && `${engine.name} (${engine.model})`)
  const later = group(support, ({ download }) => download)
  return [
    ...now.map(([engine, langs]) => `${formatLanguages(langs)} by ${engine}`),
    ...later.map(([name, langs]) => {
      const size = inMegabytes(modelBytes(findModel(name)))
      return `${now.length > 0 ? 'also ' : ''}${formatLanguages(langs)}: npm run models -- get ${name} (${size})`
    }),
  ]
}

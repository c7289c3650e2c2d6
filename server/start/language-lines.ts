import { languageSupport } from '@/lib/speech/language-support'
import { findModel, modelBytes } from '@/lib/speech/models/manifest'
import { groupLanguages } from '@/lib/speech/states'

/** The languages that are transcribed now and by which engine, and the commands that add others, a line each. */
export async function languageLines(): Promise<string[]> {
  const support = await languageSupport()
  const now = groupLanguages(support, ({ engine }) => engine && `${engine.name} (${engine.model})`)
  const later = groupLanguages(support, ({ download }) => download)
  return [
    ...now.map(([engine, langs]) => `${formatLanguages(langs)} by ${engine}`),
    ...later.map(([name, langs]) => {
      const size = inMegabytes(modelBytes(findModel(name)))
      return `${now.length > 0 ? 'also ' : ''}${formatLanguages(langs)}: npm run models -- get ${name} (${size})`
    }),
  ]
}

/** `670 MB` */
export const inMegabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

/** `25 languages`, or the name of the only one. */
export function formatLanguages(languages: readonly string[]): string {
  const [only] = languages
  if (languages.length !== 1 || !only) return `${languages.length} languages`
  return new Intl.DisplayNames('en', { type: 'language' }).of(only) ?? only
}

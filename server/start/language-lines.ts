import { languageSupport } from '@/lib/speech/language-support'
import { findModel, modelBytes } from '@/lib/speech/models/manifest'
import { groupLanguages } from '@/lib/speech/states'
import { formatLanguages, inMegabytes } from './model-words'

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

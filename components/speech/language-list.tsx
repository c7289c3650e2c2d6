import type { SpeechLanguage, SpeechModelsView } from '@/lib/speech/contract'
import { languageName } from '../format/language-name'
import { words } from './words'

type Row = { lang: string; name: string; by: string; errors: string }

/** The languages by their names, each with its best model and its published error rate. */
function toRows(languages: readonly SpeechLanguage[], { models }: SpeechModelsView): Row[] {
  const titleOf = (name: string) => models.find((model) => model.name === name)?.title
  return languages
    .map(({ lang, engine, download, error_percent: percent }) => ({
      lang,
      name: languageName(lang),
      by: engine ? (titleOf(engine.model) ?? words.engineName(engine.name)) : ((download && titleOf(download)) ?? ''),
      errors: percent === null ? '' : words.wrongWords(percent),
    }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

function Rows({ rows, named }: { rows: readonly Row[]; named: boolean }) {
  return (
    <ul className="grid gap-x-8 sm:grid-cols-2">
      {rows.map(({ lang, name, by, errors }) => (
        <li key={lang} className="flex flex-wrap items-baseline gap-x-3 border-t border-hairline py-2 text-sm">
          <span className="font-medium">{name}</span>
          {named && <span className="text-soft">{by}</span>}
          <span className="ms-auto text-soft tabular-nums">{errors}</span>
        </li>
      ))}
    </ul>
  )
}

/** Which languages this machine can transcribe now, and which after a download. */
export function LanguageList({ speech }: { speech: SpeechModelsView }) {
  const now = speech.languages.filter(({ engine }) => engine !== null)
  const rows = toRows(now, speech)
  // An engine that transcribes all of them is named above the list.
  const isMixed = new Set(rows.map(({ by }) => by)).size > 1
  const later = speech.languages.filter(({ engine, download }) => engine === null && download !== null)
  return (
    <>
      {now.length > 0 && <Rows rows={rows} named={isMixed} />}
      {later.length > 0 && (
        <details className="pt-1">
          <summary className="w-fit rounded-sm text-sm text-accent underline-offset-4 hover:underline">
            {words.afterDownload(later.length)}
          </summary>
          <div className="pt-3">
            <Rows rows={toRows(later, speech)} named />
          </div>
        </details>
      )}
    </>
  )
}

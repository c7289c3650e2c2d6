import type { SpeechLanguage, SpeechModelsView } from '@/lib/speech/contract'
import { languageName } from '../format/language-name'
import { ModelRow } from './model-row'
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
function LanguageList({ speech }: { speech: SpeechModelsView }) {
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

/** Which engine transcribes, which languages, and the models that can be downloaded to this machine. */
export function SpeechScreen({ speech }: { speech: SpeechModelsView }) {
  const { engine, unused_because: unused, models } = speech
  const working = speech.languages.filter((language) => language.engine !== null).length
  const used = models.filter(({ in_use: isUsed }) => isUsed).map(({ title }) => title)
  return (
    <div className="flex max-w-2xl flex-col gap-10">
      <section aria-labelledby="engine" className="flex flex-col gap-2">
        <h2 id="engine" className="text-lg font-semibold tracking-tight">
          {words.inUse}
        </h2>
        <p className="text-soft">
          {engine
            ? words.usedNow(used.length > 0 ? used.join(', ') : words.engine(engine.name, engine.model))
            : words.noEngine}
        </p>
        {unused && <p className="max-w-[68ch] text-soft">{unused}</p>}
      </section>
      <section aria-labelledby="languages" className="flex flex-col gap-3">
        <h2 id="languages" className="text-lg font-semibold tracking-tight">
          {words.languages}
        </h2>
        <p className="max-w-[68ch] text-soft">{words.languagesText(working)}</p>
        <LanguageList speech={speech} />
      </section>
      <section aria-labelledby="models" className="flex flex-col gap-3">
        <h2 id="models" className="text-lg font-semibold tracking-tight">
          {words.models}
        </h2>
        <p className="max-w-[68ch] text-soft">{words.modelsText}</p>
        <ul className="flex flex-col gap-4 pt-1">
          {models
            .filter(({ only_identifies: onlyIdentifies }) => !onlyIdentifies)
            .map((model) => (
              <ModelRow key={model.name} initial={model} />
            ))}
        </ul>
      </section>
    </div>
  )
}

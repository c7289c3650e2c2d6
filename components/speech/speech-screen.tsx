import type { SpeechModelsView } from '@/lib/speech/contract'
import { LanguageList } from './language-list'
import { ModelRow } from './model-row'
import { words } from './words'

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

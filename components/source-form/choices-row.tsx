import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { languageName } from '@/components/format/language-name'
import { LOCALE } from '@/components/format/locale'
import { OFFERED_FORMATS } from '../offered-formats'
import type { Choices } from './use-submission'
import { words } from './words'

type FieldProps = { label: string; value: string; onChange: (value: string) => void; children: ReactNode }

function SelectField({ label, value, onChange, children }: FieldProps) {
  return (
    <label className="flex items-center gap-2 text-sm text-soft max-sm:w-full">
      <span className="whitespace-nowrap max-sm:w-24">{label}</span>
      <span className="relative inline-flex min-w-0 max-sm:flex-1">
        <select
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-10 w-full min-w-0 appearance-none rounded-md border border-outline bg-raised ps-3 pe-9 text-ink"
        >
          {children}
        </select>
        <ChevronDown className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4" aria-hidden="true" />
      </span>
    </label>
  )
}

/** The optional choices: language, format and speakers. */
export function ChoicesRow({ choices, onChange }: { choices: Choices; onChange: (choices: Choices) => void }) {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-3">
      <SelectField label={words.language} value={choices.lang} onChange={(lang) => onChange({ ...choices, lang })}>
        <option value="auto">{words.asSpoken}</option>
        {LANGUAGES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.whenDone}
        value={choices.download}
        onChange={(download) => onChange({ ...choices, download })}
      >
        <option value="">{words.show}</option>
        {OFFERED_FORMATS.map(({ format, name }) => (
          <option key={format} value={format}>
            {words.showAndDownload(name)}
          </option>
        ))}
      </SelectField>
      <label className="flex min-h-10 items-center gap-2 text-sm text-soft">
        <input
          type="checkbox"
          checked={choices.diarize}
          onChange={(event) => onChange({ ...choices, diarize: event.target.checked })}
          className="size-4 accent-accent"
        />
        {words.speakers}
      </label>
    </div>
  )
}

const CODES = [
  'ar',
  'bn',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fi',
  'fr',
  'he',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'nb',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh',
]

/** The languages offered in the form, sorted by name. */
const LANGUAGES = CODES.map((code) => ({ code, name: languageName(code) })).sort((a, b) =>
  a.name.localeCompare(b.name, LOCALE),
)

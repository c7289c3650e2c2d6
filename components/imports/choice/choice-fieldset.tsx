import { type ReactNode, useId } from 'react'
import { words } from '../words'
import type { Choice, ChoiceFields } from './use-choice'

type NumberName = 'from' | 'to' | 'newest' | 'maximum'

function Field({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      {children}
    </div>
  )
}

const INPUT =
  'min-h-10 w-full min-w-0 rounded-md border border-outline bg-paper px-3 text-base text-ink placeholder:text-soft'

/** The fields that narrow a list down: words in the title, places, the newest, a maximum, and captions. */
export function ChoiceFieldset({ choice: { fields, setField } }: { choice: Choice }) {
  const id = useId()
  const number = (name: NumberName, label: string, placeholder: string) => (
    <Field id={`${id}-${name}`} label={label}>
      <input
        id={`${id}-${name}`}
        type="number"
        inputMode="numeric"
        min={1}
        max={50_000}
        step={1}
        value={fields[name]}
        placeholder={placeholder}
        onChange={(event) => setField({ [name]: event.target.value } satisfies Partial<ChoiceFields>)}
        className={INPUT}
      />
    </Field>
  )
  return (
    <fieldset className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 border-t border-hairline pt-4 sm:grid-cols-6">
      <legend className="sr-only">{words.narrow}</legend>
      <div className="col-span-2">
        <Field id={`${id}-search`} label={words.searchTitles}>
          <input
            id={`${id}-search`}
            type="search"
            value={fields.search}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setField({ search: event.target.value })}
            className={INPUT}
          />
        </Field>
      </div>
      {number('from', words.fromPlace, words.first)}
      {number('to', words.toPlace, words.last)}
      {number('newest', words.newest, words.allOfThem)}
      {number('maximum', words.maximum, words.unlimited)}
      <div className="col-span-2 flex items-start gap-2 sm:col-span-6">
        <input
          id={`${id}-captions`}
          type="checkbox"
          checked={fields.onlyWithCaptions}
          onChange={(event) => setField({ onlyWithCaptions: event.target.checked })}
          aria-describedby={`${id}-captions-hint`}
          className="mt-1 size-4 shrink-0 accent-accent"
        />
        <span className="min-w-0">
          <label htmlFor={`${id}-captions`}>{words.onlyWithCaptions}</label>
          <span id={`${id}-captions-hint`} className="block text-sm text-soft">
            {words.onlyWithCaptionsHint}
          </span>
        </span>
      </div>
    </fieldset>
  )
}

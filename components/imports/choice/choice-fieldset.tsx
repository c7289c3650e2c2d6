import { useId } from 'react'
import { words } from '../words'
import { CaptionsCheckbox, Field, INPUT, NumberField } from './choice-field'
import type { Choice, ChoiceFields } from './use-choice'

type NumberName = 'from' | 'to' | 'newest' | 'maximum'

/** The fields that narrow a list down: words in the title, places, the newest, a maximum, and captions. */
export function ChoiceFieldset({ choice: { fields, setField } }: { choice: Choice }) {
  const id = useId()
  const number = (name: NumberName, label: string, placeholder: string) => (
    <NumberField
      label={label}
      placeholder={placeholder}
      value={fields[name]}
      onChange={(typed) => setField({ [name]: typed } satisfies Partial<ChoiceFields>)}
    />
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
      <div className="col-span-2 sm:col-span-6">
        <CaptionsCheckbox
          checked={fields.onlyWithCaptions}
          onChange={(onlyWithCaptions) => setField({ onlyWithCaptions })}
        />
      </div>
    </fieldset>
  )
}

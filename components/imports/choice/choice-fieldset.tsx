import { useId } from 'react'
import { FramedSelect } from '@/components/ui/fields'
import { words } from '../words'
import { CaptionsCheckbox, Field, INPUT, NumberField } from './choice-field'
import { type Choice, type ChoiceFields, WHICH } from './use-choice'

type NumberName = 'from' | 'to' | 'newest'

/** The fields that narrow a list down: words in the title, all, the latest or a range, and captions. */
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
      <div className="col-span-2 sm:col-span-1">
        <Field id={`${id}-which`} label={words.whichItems}>
          <FramedSelect
            id={`${id}-which`}
            value={fields.which}
            onChange={({ target }) => setField({ which: WHICH.find((one) => one === target.value) ?? 'all' })}
            className="text-base"
          >
            {WHICH.map((one) => (
              <option key={one} value={one}>
                {words.whichOf[one]}
              </option>
            ))}
          </FramedSelect>
        </Field>
      </div>
      {fields.which === 'latest' && number('newest', words.howMany, words.allOfThem)}
      {fields.which === 'range' && (
        <>
          {number('from', words.fromPlace, words.first)}
          {number('to', words.toPlace, words.last)}
        </>
      )}
      <div className="col-span-2 sm:col-span-6">
        <CaptionsCheckbox
          checked={fields.onlyWithCaptions}
          onChange={(onlyWithCaptions) => setField({ onlyWithCaptions })}
        />
      </div>
    </fieldset>
  )
}

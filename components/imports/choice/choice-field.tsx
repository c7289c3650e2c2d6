import { type ReactNode, useId } from 'react'
import { MAX_CHOSEN } from '@/lib/imports/choice/choose-items'
import { words } from '../words'

export const INPUT =
  'min-h-10 w-full min-w-0 rounded-md border border-outline bg-paper px-3 text-base text-ink placeholder:text-soft'

export function Field({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      {children}
    </div>
  )
}

type NumberProps = { label: string; placeholder: string; value: string; onChange: (typed: string) => void }

/** A field for a number of items, as it is typed. */
export function NumberField({ label, placeholder, value, onChange }: NumberProps) {
  const id = useId()
  return (
    <Field id={id} label={label}>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_CHOSEN}
        step={1}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        className={INPUT}
      />
    </Field>
  )
}

/** The choice of items that need no speech-to-text. */
export function CaptionsCheckbox({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId()
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={`${id}-hint`}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <label htmlFor={id}>{words.onlyWithCaptions}</label>
        <span id={`${id}-hint`} className="block text-sm text-soft">
          {words.onlyWithCaptionsHint}
        </span>
      </span>
    </div>
  )
}

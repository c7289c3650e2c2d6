import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from './classes'

type Props = Omit<ComponentProps<'input'>, 'id'> & { id: string; label: string; hint?: string; error?: string | null }

/** A field of one line under its name, with what to put in and what is wrong with it. */
export function TextInput({ id, label, hint, error, className, ...rest }: Props) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        className="min-h-10 w-full rounded-md border border-outline bg-raised px-3 text-sm text-ink aria-invalid:border-failed"
        {...rest}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-failed">
          {error}
        </p>
      )}
    </div>
  )
}

type SelectProps = Omit<ComponentProps<'select'>, 'aria-label'> & { label: string }

/** A choice from the browser's own list. `label` names it for screen readers. */
export function Select({ label, className, ...rest }: SelectProps) {
  return (
    <span className="relative inline-flex">
      <select
        aria-label={label}
        className={classes(
          'min-h-8 pointer-coarse:min-h-10 field-sizing-content appearance-none rounded-md bg-transparent ps-3 pe-8 text-sm text-soft hover:bg-sunken hover:text-ink',
          className,
        )}
        {...rest}
      />
      <ChevronDown
        className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-4 text-soft"
        aria-hidden="true"
      />
    </span>
  )
}

/** A framed choice from the browser's own list, in a form. Its label is beside it or above. */
export function FramedSelect({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative inline-flex min-w-0">
      <select
        className={classes(
          'min-h-10 w-full min-w-0 appearance-none rounded-md border border-outline bg-raised ps-3 pe-9 text-ink',
          className,
        )}
        {...rest}
      />
      <ChevronDown
        className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-soft"
        aria-hidden="true"
      />
    </span>
  )
}

import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from './classes'

type Props = Omit<ComponentProps<'select'>, 'aria-label'> & { label: string }

/** One of a few, chosen from the browser's own list. `label` says what it is, to a screen reader. */
export function Select({ label, className, ...rest }: Props) {
  return (
    <span className="relative inline-flex">
      <select
        aria-label={label}
        className={classes(
          'min-h-8 appearance-none rounded-md bg-transparent ps-3 pe-8 text-sm text-soft hover:bg-sunken hover:text-ink',
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

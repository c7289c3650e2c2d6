import type { ComponentProps } from 'react'
import { classes } from './classes'

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & { label: string; small?: boolean }

/** A button that is only an icon. `label` is what it does, for a tooltip and a screen reader. */
export function IconButton({ label, small = false, className, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classes(
        'inline-flex shrink-0 items-center justify-center rounded-md text-soft transition-colors hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-50',
        small ? 'size-8' : 'size-10',
        className,
      )}
      {...rest}
    />
  )
}

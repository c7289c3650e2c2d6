import * as Slot from '@radix-ui/react-slot'
import type { ComponentProps } from 'react'
import { classes } from './classes'

const BASE =
  'inline-flex items-center justify-center gap-2 whitespace-nowrap transition-colors disabled:cursor-not-allowed'

const VARIANTS = {
  /** The main action of a page. */
  primary:
    'bg-accent text-on-accent hover:bg-accent-deep disabled:bg-sunken disabled:text-soft disabled:hover:bg-sunken',
  /** Deletes or ends something. */
  danger: 'bg-failed text-on-accent hover:bg-failed/90 disabled:bg-sunken disabled:text-soft disabled:hover:bg-sunken',
  /** Any other action. */
  secondary: 'border border-hairline bg-raised text-ink hover:border-outline disabled:text-soft',
  /** An action that should not draw attention. */
  quiet: 'text-soft hover:bg-sunken hover:text-ink',
}

const SIZES = {
  regular: 'min-h-10 rounded-md px-4 text-sm font-medium',
  /** In a row of buttons. */
  snug: 'min-h-10 rounded-md px-3 text-sm font-medium',
  /** A suggestion beside the main action. */
  small: 'min-h-8 pointer-coarse:min-h-10 rounded-full px-3 text-sm',
  large: 'min-h-14 rounded-md px-6 text-base font-medium',
}

type Props = ComponentProps<'button'> & {
  variant?: keyof typeof VARIANTS
  size?: keyof typeof SIZES
  asChild?: boolean
}

/** A button. With `asChild` its child, such as a link, gets the look of one. */
export function Button({ variant = 'secondary', size = 'regular', asChild = false, className, ...rest }: Props) {
  const shared = { ...rest, className: classes(BASE, SIZES[size], VARIANTS[variant], className) }
  return asChild ? <Slot.Root {...shared} /> : <button type="button" {...shared} />
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & { label: string; small?: boolean }

/** A button that shows only an icon. `label` is its tooltip and its name for screen readers. */
export function IconButton({ label, small = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classes(
        'inline-flex shrink-0 items-center justify-center rounded-md text-soft transition-colors hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-50',
        small ? 'size-8 pointer-coarse:size-10' : 'size-10',
        className,
      )}
      {...rest}
    />
  )
}

import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classes } from './classes'

const BASE =
  'inline-flex items-center justify-center gap-2 whitespace-nowrap transition-colors disabled:cursor-not-allowed'

const LOOKS = {
  /** The one thing to do here. */
  primary:
    'bg-accent text-on-accent hover:bg-accent-deep disabled:bg-sunken disabled:text-soft disabled:hover:bg-sunken',
  /** Another thing that can be done. */
  secondary: 'border border-hairline bg-raised text-ink hover:border-outline disabled:text-soft',
  /** What should not draw the eye. */
  quiet: 'text-soft hover:bg-sunken hover:text-ink',
}

const SIZES = {
  regular: 'min-h-10 rounded-md px-4 text-sm font-medium',
  /** In a row of several. */
  snug: 'min-h-10 rounded-md px-3 text-sm font-medium',
  /** Something to try, beside what is to be done. */
  small: 'min-h-8 rounded-full px-2.5 text-xs sm:px-3 sm:text-sm',
  large: 'min-h-14 rounded-md px-6 text-base font-medium',
}

type Props = ComponentProps<'button'> & {
  look?: keyof typeof LOOKS
  size?: keyof typeof SIZES
  asChild?: boolean
}

/** A button; with `asChild` its look on the child, for links. */
export function Button({ look = 'secondary', size = 'regular', asChild = false, className, ...rest }: Props) {
  const shared = { ...rest, className: classes(BASE, SIZES[size], LOOKS[look], className) }
  return asChild ? <Slot.Root {...shared} /> : <button type="button" {...shared} />
}

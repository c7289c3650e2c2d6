import type { ComponentProps } from 'react'
import { classes } from './classes'

/** The name of a key. */
export function Kbd({ className, ...rest }: ComponentProps<'kbd'>) {
  return (
    <kbd
      className={classes(
        'min-w-6 rounded-sm border border-hairline bg-sunken px-1.5 py-0.5 text-center font-mono text-xs',
        className,
      )}
      {...rest}
    />
  )
}

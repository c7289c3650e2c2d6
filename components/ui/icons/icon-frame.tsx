import type { ComponentProps, ReactNode } from 'react'

type Props = ComponentProps<'svg'>

/** An icon of `lucide.tsx`. Screen readers pass over it, as over what words beside it say, unless it has an `aria-label`. */
export type LucideIcon = (props: Props) => ReactNode

const SHOWN = { 'aria-hidden': undefined }

/** What all icons of Lucide have in common: a square of 24 units, and lines of 2 units with round ends. */
export function IconFrame({ children, ...rest }: Props) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
      {...(rest['aria-label'] === undefined ? null : SHOWN)}
    >
      {children}
    </svg>
  )
}

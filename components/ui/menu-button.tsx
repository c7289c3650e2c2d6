import type { LucideIcon } from 'lucide-react'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './button'

type Props = Omit<ComponentProps<typeof Button>, 'asChild' | 'children'> & {
  Icon: LucideIcon
  label: string
  opens?: 'menu' | 'dialog'
}

/** A labelled button that opens a menu or a dialog. */
export function MenuButton({ Icon, label, opens = 'menu', ...rest }: Props) {
  return (
    <Button size="snug" title={label} aria-haspopup={opens} aria-expanded={false} {...rest}>
      <Icon className="size-4" aria-hidden="true" />
      {label}
      {opens === 'menu' && <ChevronDown className="-mx-1 size-4 text-soft max-lg:hidden" aria-hidden="true" />}
    </Button>
  )
}

import type { LucideIcon } from 'lucide-react'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './button'

type Props = Omit<ComponentProps<typeof Button>, 'asChild' | 'children'> & {
  Icon: LucideIcon
  label: string
  opens?: 'menu' | 'dialog'
}

/** A button that opens a menu or a dialog; on a phone it shows its icon alone. */
export function MenuButton({ Icon, label, opens = 'menu', ...rest }: Props) {
  return (
    <Button size="snug" title={label} aria-haspopup={opens} aria-expanded={false} {...rest}>
      <Icon className="size-4" aria-hidden="true" />
      <span className="gives-way">{label}</span>
      {opens === 'menu' && <ChevronDown className="-mx-1 size-4 text-soft max-sm:hidden" aria-hidden="true" />}
    </Button>
  )
}

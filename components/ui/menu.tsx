import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import { Check, ChevronRight } from 'lucide-react'
import { type ComponentProps, type FocusEvent, type ReactNode, useRef } from 'react'
import { classes } from './classes'

const ITEM =
  'flex min-h-9 pointer-coarse:min-h-10 cursor-pointer items-center gap-2 rounded-sm px-3 py-1.5 text-sm text-ink outline-none select-none data-highlighted:bg-ink/7'

const CONTENT = 'z-40 rounded-md border border-hairline bg-floating p-1 font-sans shadow-float'

/** A line of a menu that can't be chosen. */
export function MenuNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="px-3 py-2 text-sm text-soft">
      {children}
    </p>
  )
}

type Props = {
  trigger: ReactNode
  /** Whether a key has opened the menu this time. Later openings are detected. */
  byKeyboard: boolean
  /** Called as the focus is about to return to the trigger. */
  onCloseAutoFocus?: (event: Event) => void
  children: ReactNode
}

/** A menu that floats under its trigger. It is open from the start: its script is loaded by the first use. */
export function Menu({ trigger, byKeyboard, onCloseAutoFocus, children }: Props) {
  const leadsIn = useRef(byKeyboard)
  const leadToFirst = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!leadsIn.current || target !== currentTarget) return
    leadsIn.current = false
    currentTarget.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
  }
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onFocus={leadToFirst}
          onCloseAutoFocus={onCloseAutoFocus}
          className={classes(CONTENT, 'min-w-48')}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** Something to do. */
export function MenuItem({ className, ...rest }: ComponentProps<typeof DropdownMenu.Item>) {
  return <DropdownMenu.Item className={classes(ITEM, className)} {...rest} />
}

/** A menu item that opens further ones. */
export function SubMenu({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={ITEM}>
        {label}
        <ChevronRight className="ms-auto size-4 text-soft" aria-hidden="true" />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent collisionPadding={8} className={classes(CONTENT, 'max-h-[70vh] overflow-y-auto')}>
          {children}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  )
}

/** A choice among several menu items. */
export function MenuRadioItem({ children, ...rest }: ComponentProps<typeof DropdownMenu.RadioItem>) {
  return (
    <DropdownMenu.RadioItem className={ITEM} {...rest}>
      <span className="inline-flex w-4">
        <DropdownMenu.ItemIndicator>
          <Check className="size-4" aria-hidden="true" />
        </DropdownMenu.ItemIndicator>
      </span>
      {children}
    </DropdownMenu.RadioItem>
  )
}

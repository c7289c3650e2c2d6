'use client'

import { type ComponentType, useEffect, useState } from 'react'
import { isShortcut } from '@/components/shortcut-key'
import { toast } from '@/components/ui/toast'
import { words } from '@/components/words'
import type { PaletteProps } from './command-palette'
import { isPaletteKey, OPEN_EVENT, type Opened } from './open-shortcuts'
import type { ShortcutsProps } from './shortcuts-dialog'

type Account = Pick<PaletteProps, 'isLocal' | 'isOperator'>

type Parts = { Palette: ComponentType<PaletteProps>; Shortcuts: ComponentType<ShortcutsProps> }

async function loadParts(): Promise<Parts> {
  const [{ CommandPalette }, { ShortcutsDialog }] = await Promise.all([
    import('./command-palette'),
    import('./shortcuts-dialog'),
  ])
  return { Palette: CommandPalette, Shortcuts: ShortcutsDialog }
}

/** The dialog of a key: Ctrl+K or Command+K opens the palette, `?` the shortcuts. */
function openedBy(event: KeyboardEvent): Opened | null {
  if (isPaletteKey(event) && isShortcut(event, true)) return 'palette'
  return event.key === '?' && isShortcut(event) ? 'shortcuts' : null
}

/** Opens the command palette and the overlay of shortcuts by their keys. Their script is loaded when one is first opened. */
export function PaletteHost({ account }: { account: Account }) {
  const [parts, setParts] = useState<Parts | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => {
    const open = (what: Opened) => {
      setOpened(what)
      loadParts().then(setParts, () => toast.error(words.notFetched))
    }
    const keydown = (event: KeyboardEvent) => {
      const what = openedBy(event)
      if (!what) return
      event.preventDefault()
      open(what)
    }
    const asked = (event: Event) => open((event as CustomEvent<Opened>).detail)
    window.addEventListener('keydown', keydown)
    window.addEventListener(OPEN_EVENT, asked)
    return () => {
      window.removeEventListener('keydown', keydown)
      window.removeEventListener(OPEN_EVENT, asked)
    }
  }, [])
  if (!parts) return null
  const close = () => setOpened(null)
  return (
    <>
      <parts.Palette
        {...account}
        open={opened === 'palette'}
        onClose={close}
        onShortcuts={() => setOpened('shortcuts')}
      />
      <parts.Shortcuts open={opened === 'shortcuts'} onClose={close} />
    </>
  )
}

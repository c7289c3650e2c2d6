'use client'

import { type ComponentType, useEffect, useRef, useState } from 'react'
import { isShortcut } from '@/components/shortcut-key'
import type { Viewer } from '@/components/site/places'
import { toast } from '@/components/ui/toast'
import { words } from '@/components/words'
import type { PaletteProps } from './command-palette'
import { isPaletteKey, OPEN_EVENT, type Opened } from './open-overlay'
import type { ShortcutsProps } from './shortcuts-dialog'

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
export function PaletteHost({ viewer }: { viewer: Viewer }) {
  const [parts, setParts] = useState<Parts | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const origin = useRef<Element | null>(null)
  useEffect(() => {
    const open = (what: Opened) => {
      if (!document.activeElement?.closest('[role=dialog]')) origin.current = document.activeElement
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
  // The dialogs have no trigger to which the focus could return by itself.
  const returnFocus = (event: Event) => {
    event.preventDefault()
    if (origin.current instanceof HTMLElement) origin.current.focus()
  }
  return (
    <>
      <parts.Palette
        {...viewer}
        open={opened === 'palette'}
        onClose={close}
        onCloseAutoFocus={returnFocus}
        onShortcuts={() => setOpened('shortcuts')}
      />
      <parts.Shortcuts open={opened === 'shortcuts'} onClose={close} onCloseAutoFocus={returnFocus} />
    </>
  )
}

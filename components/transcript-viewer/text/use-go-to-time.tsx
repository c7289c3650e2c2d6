import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { offerGoToTime } from '@/components/palette/page-action'
import { isShortcut } from '@/components/shortcut-key'
import { toast } from '@/components/ui/toast'
import { words } from '@/components/words'
import { focusPassage } from '../aids/passage-time'
import type { Line } from '../line'
import { lineAt } from '../player/follow-playback'
import { scrollToElement } from './scrolling'

type DialogModule = typeof import('./go-to-time-dialog')

/** Asks for a time, goes there and focuses the passage: from the menu, the palette, or by G. The script is loaded when it is first opened. */
export function useGoToTime(
  lines: readonly Line[],
  onSeek: (seconds: number) => void,
): { open: () => void; dialog: ReactNode } {
  const [part, setPart] = useState<DialogModule | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const open = useCallback(() => {
    setIsOpen(true)
    import('./go-to-time-dialog').then(setPart, () => toast.error(words.notFetched))
  }, [])
  const isPossible = lines.length > 0
  useEffect(() => {
    if (!isPossible) return
    const keydown = (event: KeyboardEvent) => {
      if (event.key !== 'g' || !isShortcut(event)) return
      event.preventDefault()
      open()
    }
    const withdraw = offerGoToTime(open)
    window.addEventListener('keydown', keydown)
    return () => {
      withdraw()
      window.removeEventListener('keydown', keydown)
    }
  }, [isPossible, open])
  const goTo = (seconds: number) => {
    onSeek(seconds)
    const passage = document.querySelector<HTMLElement>(`[data-line="${Math.max(0, lineAt(lines, seconds))}"]`)
    if (!passage) return
    focusPassage(passage)
    scrollToElement(passage)
  }
  const dialog = part && <part.GoToTimeDialog open={isOpen} onOpenChange={setIsOpen} onGo={goTo} />
  return { open, dialog }
}

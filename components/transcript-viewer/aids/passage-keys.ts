import { isShortcut } from '@/components/shortcut-key'
import { lineAt } from '../player/follow-playback'
import { scrollToElement, scrollToEnd } from '../text/scrolling'
import { focusPassage } from './passage-time'

/** The index of the passage that the next step begins from: the focused one, else the spoken one, else the first in view. */
function currentIndex(root: HTMLElement): number {
  const focused = document.activeElement?.closest<HTMLElement>('[data-line]')
  const from = focused ?? root.querySelector<HTMLElement>('[data-line][aria-current]')
  if (from && root.contains(from)) return Number(from.dataset.line)
  // Where each block of the text begins on the page, in order.
  const blocks = [...root.children].filter((block) => block.querySelector('[data-line]'))
  const tops = blocks.map((block) => ({ start: block.getBoundingClientRect().top }))
  const first = blocks[Math.max(0, lineAt(tops, 0) + 1)] ?? blocks[0]
  return Number(first?.querySelector<HTMLElement>('[data-line]')?.dataset.line ?? 0) - 1
}

/**
 * Handles a key on the page: N and P focus the next and the previous passage of `root`, Enter plays the focused one, End leads
 * to the end of the text. Returns whether the page has moved.
 */
export function handlePassageKey(event: KeyboardEvent, root: HTMLElement): boolean {
  const { key, target } = event
  if (!isShortcut(event)) return false
  if (key === 'Enter' && target instanceof HTMLElement && target.matches('[data-line]')) {
    event.preventDefault()
    target.click()
  }
  if (key === 'End') {
    event.preventDefault()
    scrollToEnd()
    return true
  }
  if (key !== 'n' && key !== 'p') return false
  const index = Math.max(0, currentIndex(root) + (key === 'n' ? 1 : -1))
  const line = root.querySelector<HTMLElement>(`[data-line="${index}"]`)
  if (!line) return false
  event.preventDefault()
  focusPassage(line)
  scrollToElement(line)
  return true
}

/** Whether a key copies the selection as a quote. */
export function isQuoteKey(event: KeyboardEvent): boolean {
  return event.key === 'q' && isShortcut(event)
}

/** Whether a key copies a link that begins at the position of the player. */
export function isLinkKey(event: KeyboardEvent): boolean {
  return event.key === 'c' && isShortcut(event)
}

import { observeVisibility } from '@/components/transcript-viewer/observe-visibility'
import { onScrollByHand } from '@/components/transcript-viewer/on-scroll-by-hand'
import { scrollToElement } from '@/components/transcript-viewer/scroll-to-element'

const lineElement = (line: number) => document.querySelector(`[data-line="${line}"]`)

/**
 * Marks the line being said and keeps it in sight. Whoever scrolls by hand is left alone until they press the chip, which
 * is there while the line is out of sight.
 */
export function followLine(chip: HTMLElement): { show: (line: number) => void; pause: () => void } {
  let [shown, paused, inSight] = [-1, false, true]
  let unwatch: (() => void) | null = null
  const update = () => {
    chip.hidden = !paused || inSight || shown < 0
  }
  const pause = () => {
    paused ||= shown >= 0
    update()
  }
  onScrollByHand(pause)
  chip.addEventListener('click', () => {
    paused = false
    scrollToElement(lineElement(shown))
    update()
  })
  return {
    pause,
    show: (line) => {
      if (line === shown) return
      lineElement(shown)?.removeAttribute('aria-current')
      shown = line
      lineElement(line)?.setAttribute('aria-current', 'true')
      if (!paused) scrollToElement(lineElement(line))
      unwatch?.()
      unwatch = observeVisibility(line, (seen) => {
        inSight = seen
        update()
      })
    },
  }
}

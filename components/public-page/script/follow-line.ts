import { observeVisibility, onScrollByHand, scrollToElement } from '@/components/transcript-viewer/text/scrolling'

const lineElement = (line: number) => document.querySelector(`[data-line="${line}"]`)

/**
 * Marks the spoken line and keeps it in view. Scrolling by hand pauses that until the chip is pressed, which is shown while the
 * line is out of view.
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

import type { Line } from '../line'

/** The time in seconds that a click on the text seeks to; null for a click that selects text or opens a link elsewhere. */
function secondsOfClick(event: MouseEvent, lines: readonly Pick<Line, 'start'>[]): number | null {
  const target = event.target instanceof Element ? event.target : null
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const time = target?.closest<HTMLElement>('[data-seconds]')
  if (time) return Number(time.dataset.seconds)
  const line = target?.closest<HTMLElement>('[data-line]')
  if (!line || !window.getSelection()?.isCollapsed) return null
  return lines[Number(line.dataset.line)]?.start ?? null
}

/**
 * The time in seconds that a click on the text seeks to; null for any other click. The link of a time is not followed; with
 * `addressable` it replaces the page's address, so that it can be shared.
 */
export function resolveClick(
  event: MouseEvent,
  lines: readonly Pick<Line, 'start'>[],
  addressable: boolean,
): number | null {
  const seconds = secondsOfClick(event, lines)
  const time = seconds !== null && event.target instanceof Element && event.target.closest('a')
  if (time) {
    event.preventDefault()
    if (addressable) window.history.replaceState(null, '', time.getAttribute('href'))
  }
  return seconds
}

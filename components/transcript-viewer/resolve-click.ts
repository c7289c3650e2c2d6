import type { Line } from './viewer-item'

/** Where a click on the text leads, in seconds; null for a click that selects text or opens a link elsewhere. */
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
 * Where a click on the text leads, in seconds; null where it leads nowhere. The link of a time is not followed: it goes
 * into the page's address where `addressable` says so, to be passed on.
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

import type { Page } from '@playwright/test'

/** The focused element: its name, whether the focus is visible, and whether it follows the one before. */
type Stop = { name: string; ringed: boolean; inOrder: boolean }

/** More than any page has to walk through. */
const MAX_STOPS = 120

/** The keys that are pressed between two looks at the focus: each look is a round trip to the browser. */
const KEYS_AT_ONCE = 10

/** Begins at the top of the page and records what each key focuses from then on; null for nothing. */
function beginTour(): void {
  const shared = window as unknown as { stops: (Stop | null)[]; endTour?: () => void }
  shared.endTour?.()
  ;(document.activeElement as HTMLElement | null)?.blur()
  window.scrollTo(0, 0)
  shared.stops = []
  let last: Element | null = null
  const ring = (of: Element | null): boolean => {
    if (!of) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(of)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow.includes('inset')
  }
  const look = () => {
    const element = document.activeElement
    if (!element || element === document.body || element === document.documentElement) {
      shared.stops.push(null)
      return
    }
    const { parentElement, nextElementSibling } = element
    const holders = [element, parentElement, parentElement?.parentElement ?? null, nextElementSibling]
    const inOrder = !last || Boolean(last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 60) ?? ''
    shared.stops.push({ name: `${element.tagName.toLowerCase()} "${name}"`, ringed: holders.some(ring), inOrder })
    last = element
  }
  document.addEventListener('keyup', look)
  shared.endTour = () => document.removeEventListener('keyup', look)
}

/** The stops since it was asked last. A key that has left the page is not seen by it. */
function takeStops(): (Stop | null)[] {
  const stops = (window as unknown as { stops: (Stop | null)[] }).stops.splice(0)
  return document.activeElement === document.body ? [...stops, null] : stops
}

/**
 * Walks through a whole page with the Tab key. Returns the faults on the way: a stop without visible focus, a stop that
 * precedes the previous one in the page, a trap.
 */
export async function walkByKeyboard(page: Page): Promise<string[]> {
  await page.evaluate(beginTour)
  const wrong: string[] = []
  for (let keys = 0; keys < MAX_STOPS; keys += KEYS_AT_ONCE) {
    for (let key = 0; key < KEYS_AT_ONCE; key++) await page.keyboard.press('Tab')
    for (const [at, stop] of (await page.evaluate(takeStops)).entries()) {
      if (!stop) return keys + at > 0 ? wrong : ['nothing can be reached']
      // Around the end the browser begins again with the first.
      if (!stop.inOrder && /skip to content/i.test(stop.name)) return wrong
      if (!stop.inOrder) wrong.push(`${stop.name} stands before what had the focus`)
      if (!stop.ringed) wrong.push(`${stop.name} shows no focus`)
    }
  }
  return [...wrong, `no end after ${MAX_STOPS} stops`]
}

import type { Page } from '@playwright/test'

/** What the focus is on: its name, whether it can be seen that it is there, and whether it stands after what had it before. */
type Stop = { name: string; ringed: boolean; inOrder: boolean }

/** More than any page has to walk through. */
const MOST_STOPS = 120

/** As many keys are pressed before it is looked where they have led: each look is a way to the browser and back. */
const KEYS_AT_ONCE = 10

/** Begins at the top of the page, and writes down whatever gets the focus from then on. */
function beginTour(): void {
  const shared = window as unknown as { stops: Stop[]; endTour?: () => void }
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
  const look = ({ target }: FocusEvent) => {
    const element = target as Element
    const { parentElement, nextElementSibling } = element
    const holders = [element, parentElement, parentElement?.parentElement ?? null, nextElementSibling]
    const inOrder = !last || Boolean(last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 60) ?? ''
    shared.stops.push({ name: `${element.tagName.toLowerCase()} "${name}"`, ringed: holders.some(ring), inOrder })
    last = element
  }
  document.addEventListener('focusin', look)
  shared.endTour = () => document.removeEventListener('focusin', look)
}

/** The stops since it was asked last, and whether anything of the page has the focus. */
function takeStops(): { stops: Stop[]; isWithin: boolean } {
  const shared = window as unknown as { stops: Stop[] }
  return { stops: shared.stops.splice(0), isWithin: ![null, document.body].includes(document.activeElement as null) }
}

/**
 * Walks through a whole page with the Tab key. Gives what was wrong on the way: a stop that shows no focus, one that stands
 * before the last one in the page, a trap.
 */
export async function walkByKeyboard(page: Page): Promise<string[]> {
  await page.evaluate(beginTour)
  const wrong: string[] = []
  for (let keys = 0; keys < MOST_STOPS; keys += KEYS_AT_ONCE) {
    for (let key = 0; key < KEYS_AT_ONCE; key++) await page.keyboard.press('Tab')
    const { stops, isWithin } = await page.evaluate(takeStops)
    if (keys === 0 && stops.length === 0) return ['nothing can be reached']
    for (const { name, ringed, inOrder } of stops) {
      // Around the end the browser begins again with the first.
      if (!inOrder && /skip to content/i.test(name)) return wrong
      if (!inOrder) wrong.push(`${name} stands before what had the focus`)
      if (!ringed) wrong.push(`${name} shows no focus`)
    }
    if (!isWithin) return wrong
  }
  return [...wrong, `no end after ${MOST_STOPS} stops`]
}

import type { Page } from '@playwright/test'

/** What the focus is on: its name, whether it can be seen that it is there, and whether it stands after what had it before. */
type Stop = { name: string; ringed: boolean; inOrder: boolean }

/** More than any page has to walk through. */
const MOST_STOPS = 120

/** Looks at what has the focus; null where nothing of the page has it any more. */
function lookAtFocus(): Stop | null {
  const element = document.activeElement
  if (!element || element === document.body || element === document.documentElement) return null
  const shared = window as unknown as { lastStop?: Element }
  const last = shared.lastStop
  shared.lastStop = element
  const ring = (of: Element | null): boolean => {
    if (!of) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(of)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow.includes('inset')
  }
  const holders = [
    element,
    element.parentElement,
    element.parentElement?.parentElement ?? null,
    element.nextElementSibling,
  ]
  const after = !last || Boolean(last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
  const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 60) ?? ''
  return { name: `${element.tagName.toLowerCase()} "${name}"`, ringed: holders.some(ring), inOrder: after }
}

/**
 * Walks through a whole page with the Tab key. Gives what was wrong on the way: a stop that shows no focus, one that stands
 * before the last one in the page, a trap.
 */
export async function walkByKeyboard(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    window.scrollTo(0, 0)
    Object.assign(window, { lastStop: undefined })
  })
  const wrong: string[] = []
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(lookAtFocus)
    if (!stop) return stops > 0 ? wrong : ['nothing can be reached']
    // Around the end the browser begins again with the first.
    if (!stop.inOrder && /skip to content/i.test(stop.name)) return wrong
    if (!stop.inOrder) wrong.push(`${stop.name} stands before what had the focus`)
    if (!stop.ringed) wrong.push(`${stop.name} shows no focus`)
  }
  return [...wrong, `no end after ${MOST_STOPS} stops`]
}

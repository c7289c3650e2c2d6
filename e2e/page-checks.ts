import { expect, type Frame, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

/** An open menu is beside the page's landmarks, not in one. */
async function isMenuBesideLandmarks(
  page: Page,
  { id, nodes }: { id: string; nodes: { target: unknown[] }[] },
): Promise<boolean> {
  if (id !== 'region') return false
  const selectors = nodes.map(({ target }) => String(target.at(-1)))
  return page.evaluate(
    (all) => all.every((selector) => document.querySelector(selector)?.closest('[data-radix-popper-content-wrapper]')),
    selectors,
  )
}

/** The rules of axe: all, only the one about contrast, or all but that one, which takes longer than the others together. */
export type Rules = 'all' | 'contrast' | 'all but contrast'

const RULES: Readonly<Record<Rules, RunOptions>> = {
  all: {},
  contrast: { runOnly: ['color-contrast'] },
  'all but contrast': { rules: { 'color-contrast': { enabled: false } } },
}

type WithAxe = { axe: { run: (root: Document, options: RunOptions) => Promise<AxeResults> } }

/** Adds axe to a document that does not have it yet: its source is half a megabyte. */
async function addAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
}

/**
 * The findings of axe on the present page, a line for each rule. It looks no further than into frames of the same origin, and
 * describes only what is wrong: the rest takes it longer than looking.
 */
export async function findBarriers(page: Page, rules: Rules = 'all'): Promise<string[]> {
  // A fading element has another contrast half-way: animations end here.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { origin } = new URL(page.url())
  const frames = page.frames().filter((frame) => frame === page.mainFrame() || frame.url().startsWith(`${origin}/`))
  for (const frame of frames) await addAxe(frame)
  const options: RunOptions = { ...RULES[rules], resultTypes: ['violations'] }
  const violations = await page.evaluate(async (asked) => {
    const { axe: engine } = window as unknown as WithAxe
    return (await engine.run(document, asked)).violations
  }, options)
  const wrong = []
  for (const violation of violations) if (!(await isMenuBesideLandmarks(page, violation))) wrong.push(violation)
  return wrong.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Fails where axe finds anything on the page that stays. */
export async function expectNoBarriers(page: Page, rules?: Rules): Promise<void> {
  // A page that is refreshed has no title until the end of its answer, which can begin while axe looks. On a busy machine axe looks at
  // the longest of pages for a minute.
  await expect.poll(() => findBarriers(page, rules), { timeout: 120_000 }).toEqual([])
}

/** Fails where the page is wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

/** More than a fiftieth of the window is seen to jump. */
export const MAX_SHIFT = 0.02

/** The complaints of a page, and how much it has shifted since it began: watched from before its first byte. */
export type Watch = { complaints: string[]; shift: () => Promise<{ sum: number; moved: string[] }> }

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }

/** Watches a page over all that it loads from now on. What a refused request writes into the console is its page's own matter. */
export async function watchPage(page: Page): Promise<Watch> {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  await page.addInitScript(() => {
    const seen = { sum: 0, moved: [] as string[] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        seen.sum += value
        for (const { node } of sources) seen.moved.push(node?.textContent?.slice(0, 60) ?? String(node))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const shift = () => page.evaluate(() => (window as unknown as { seen: { sum: number; moved: string[] } }).seen)
  return { complaints, shift }
}

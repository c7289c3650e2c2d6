import path from 'node:path'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import type { State } from '@/e2e/every-state'
import { walkByKeyboard } from '@/e2e/keyboard-tour'
import { expectNoBarriers, expectNoSidewaysScroll, MAX_SHIFT, type Watch, watchPage } from '@/e2e/page-checks'

/** A folder to keep a picture of every state in, to be looked at. */
const PICTURES = process.env.PICTURES

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const
type Device = keyof typeof DEVICES

type Visitor = { device: Device; page: Page; watch: Watch; context: BrowserContext }

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>

async function openVisitor(browser: Browser, options: ContextOptions, device: Device): Promise<Visitor> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options, ...DEVICES[device] })
  const page = await context.newPage()
  // A state that can't be reached fails by itself, and not the others with it.
  page.setDefaultTimeout(30_000)
  return { device, page, context, watch: await watchPage(page) }
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true })
}

async function visitState(
  { name, path: address, shows, open, isLong = false, keepsFocus = false }: State,
  visitor: Visitor,
  isFirst: boolean,
): Promise<void> {
  const { device, page, watch } = visitor
  const where = `${name} on a ${device}`
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(address)
  await expect(page.getByText(shows).filter({ visible: true }).first(), where).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }), where).toHaveCount(1)
  const { sum, moved } = await watch.shift()
  expect(sum, `${where} does not jump, but for ${moved.join(', ')}`).toBeLessThan(MAX_SHIFT)
  await open?.(page)
  await expectNoSidewaysScroll(page)
  // A long page is made of the parts of others, and colors are the same at any width.
  const hasNewColors = device === 'desktop' && !isLong
  if (isFirst || !isLong) await expectNoBarriers(page, hasNewColors ? 'all' : 'all but contrast')
  await takePicture(page, `${name}-${device}-light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  if (hasNewColors) await expectNoBarriers(page, 'contrast')
  await takePicture(page, `${name}-${device}-dark`)
  if (device === 'desktop' && !isLong && !keepsFocus) expect(await walkByKeyboard(page), where).toEqual([])
  expect(watch.complaints, where).toEqual([])
}

/**
 * Looks at all states on these devices: one that is wrong does not hide the others. A long page is looked at for barriers on the
 * first device only.
 */
export async function checkStates(
  browser: Browser,
  options: ContextOptions,
  states: readonly State[],
  devices: readonly Device[] = ['desktop', 'phone'],
): Promise<void> {
  const visitors: Visitor[] = []
  for (const device of devices) visitors.push(await openVisitor(browser, options, device))
  const wrong: string[] = []
  for (const state of states) {
    for (const [index, visitor] of visitors.entries()) {
      await test
        .step(`${state.name} on a ${visitor.device}`, () => visitState(state, visitor, index === 0))
        .catch((error: unknown) => wrong.push(`${state.name}: ${error}`))
    }
  }
  for (const { context } of visitors) await context.close()
  expect(wrong).toEqual([])
}

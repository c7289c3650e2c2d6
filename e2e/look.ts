import path from 'node:path'
import type { Page } from '@playwright/test'
import { expectNoBarriers } from './page-checks'

const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 390, height: 844 }

/** A folder to keep a picture of each size and scheme in. */
const PICTURES = process.env.E2E_PICTURES

/**
 * Looks at a page for barriers, wide and narrow, light and dark. Colors are the same at any width, and all else is the same in
 * the dark.
 */
export async function look(page: Page, name: string): Promise<void> {
  for (const [viewport, colorScheme, rules] of [
    [WIDE, 'light', 'all'],
    [WIDE, 'dark', 'contrast'],
    [NARROW, 'dark', null],
    [NARROW, 'light', 'all but contrast'],
  ] as const) {
    if (!rules && !PICTURES) continue
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (rules) await expectNoBarriers(page, rules)
    if (PICTURES) {
      const file = `${name}-${viewport.width}-${colorScheme}.png`
      await page.screenshot({ path: path.join(PICTURES, file), fullPage: true })
    }
  }
  await page.setViewportSize(WIDE)
}

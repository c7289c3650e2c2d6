import path from 'node:path'
import type { Page } from '@playwright/test'
import { expectNoBarriers } from './page-checks'

const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]

/** Looks at a page for barriers, narrow and wide, dark and light; keeps pictures in the folder `E2E_PICTURES` names. */
export async function look(page: Page, name: string): Promise<void> {
  for (const viewport of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectNoBarriers(page)
      const folder = process.env.E2E_PICTURES
      if (folder) {
        await page.screenshot({
          path: path.join(folder, `${name}-${viewport.width}-${colorScheme}.png`),
          fullPage: true,
        })
      }
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

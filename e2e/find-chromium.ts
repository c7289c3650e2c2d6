import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const USUAL_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The Chromium to test with: `CHROMIUM_PATH`, else one of this machine, else the one Playwright has downloaded. Throws
 * naming how to get one.
 */
export function findChromium(): string {
  const asked = process.env.CHROMIUM_PATH
  const found = [...(asked ? [asked] : USUAL_PATHS), chromium.executablePath()].find((path) => existsSync(path))
  if (found) return found
  throw new Error('No Chromium was found. Set CHROMIUM_PATH, or run: npx playwright install chromium')
}

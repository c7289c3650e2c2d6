import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const USUAL_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Chromium without windows, toolbars and extensions, which takes a third of the processor time for a page. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

function firstThatExists(paths: readonly string[]): string {
  const found = paths.find((path) => existsSync(path))
  if (found) return found
  throw new Error('No Chromium was found. Set CHROMIUM_PATH, or run: npx playwright install chromium')
}

function chromiumPaths(usual: readonly string[]): string[] {
  const asked = process.env.CHROMIUM_PATH
  return [...(asked ? [asked] : usual), chromium.executablePath()]
}

/**
 * The Chromium of tests that need all of a browser: `CHROMIUM_PATH`, else one of this machine, else the one Playwright has
 * downloaded. Throws naming how to get one.
 */
export function findChromium(): string {
  return firstThatExists(chromiumPaths(USUAL_PATHS))
}

/** The Chromium that shows pages to tests: as `findChromium`, and the headless shell where this machine has it. */
export function findPageBrowser(): string {
  return firstThatExists(chromiumPaths([HEADLESS_SHELL, ...USUAL_PATHS]))
}

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  expect,
  type Page,
  type Worker,
} from '@playwright/test'
import { writeExtension } from '../server/setup/build/build-extension.mjs'
import { findChromium } from './find-chromium'

export type ExtensionBrowser = {
  context: BrowserContext
  worker: Worker
  /** Presses the toolbar button on the page in front. Returns the panel of its tab, opened in a tab where tests can reach it. */
  pressTranscript: (page: Page) => Promise<Page>
  close: () => Promise<void>
}

/**
 * The built extension with access to a server. The manifest grants it, because the browser asks for it in a separate
 * window, which no test can click.
 */
async function writeExtensionFor(folder: string, server: string): Promise<void> {
  await writeExtension(folder)
  const file = path.join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...manifest, host_permissions: [`${server}/*`] }))
}

/** The extension's worker. Throws where the browser has not loaded the extension. */
async function findWorker(context: BrowserContext): Promise<Worker> {
  const [running] = context.serviceWorkers()
  if (running) return running
  return context.waitForEvent('serviceworker', { timeout: 60_000 }).catch((cause) => {
    throw new Error(`${findChromium()} did not load the extension. Set CHROMIUM_PATH to a Chromium that does.`, {
      cause,
    })
  })
}

/** Presses the extension's toolbar button on a page, which gives it access to the page as a person's press does. */
async function press(context: BrowserContext, page: Page, id: string): Promise<void> {
  await page.bringToFront()
  const browser = context.browser()
  if (!browser) throw new Error('The browser has no debugger to press its toolbar by.')
  const debuggerOfBrowser = await browser.newBrowserCDPSession()
  const { targetInfos } = await debuggerOfBrowser.send('Target.getTargets', { filter: [{ type: 'tab' }] })
  const tab = targetInfos.find(({ url }) => url === page.url())
  // Playwright's types do not know the domain yet.
  const send: unknown = Reflect.get(debuggerOfBrowser, 'send')
  if (typeof send !== 'function') throw new Error("Playwright's debugger has changed.")
  await send.call(debuggerOfBrowser, 'Extensions.triggerAction', { id, targetId: tab?.targetId })
  await debuggerOfBrowser.detach()
}

/** The panels that the browser shows beside its pages. */
async function sidePanels(worker: Worker): Promise<(string | undefined)[]> {
  const shown = await worker.evaluate(() => chrome.runtime.getContexts({ contextTypes: ['SIDE_PANEL'] }))
  return shown.map(({ documentUrl }) => documentUrl)
}

/** Starts Chromium with the extension, in which these cookies sign a person in to the server. */
export async function startExtensionBrowser(
  server: string,
  cookies: Parameters<BrowserContext['addCookies']>[0],
  options: Pick<BrowserContextOptions, 'viewport' | 'colorScheme'> = {},
): Promise<ExtensionBrowser> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-extension-'))
  const extension = path.join(folder, 'extension')
  await writeExtensionFor(extension, server)
  const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    executablePath: findChromium(),
    // Playwright's own headless mode is without extensions.
    headless: false,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--autoplay-policy=no-user-gesture-required',
      '--enable-unsafe-extension-debugging',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
  })
  const close = async () => {
    await context.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    await context.addCookies(cookies)
    const worker = await findWorker(context)
    // A press before the worker listens is lost.
    await expect.poll(() => worker.evaluate(() => chrome.action.onClicked.hasListeners())).toBe(true)
    const { host: id } = new URL(worker.url())
    const pressTranscript = async (page: Page) => {
      await press(context, page, id)
      const [tab] = await worker.evaluate(() => chrome.tabs.query({ active: true, lastFocusedWindow: true }))
      const tabId = tab?.id
      if (tabId === undefined) throw new Error('The press was on no tab.')
      const opened = `chrome-extension://${id}/panel.html?tab=${tabId}`
      await expect.poll(() => sidePanels(worker)).toContain(opened)
      // Two panels of one tab would do everything twice: this one goes, and the tests have their own.
      await worker.evaluate(
        (given) => chrome.sidePanel.setOptions({ tabId: given, path: 'panel.html', enabled: false }),
        tabId,
      )
      await expect.poll(() => sidePanels(worker)).not.toContain(opened)
      const panel = await context.newPage()
      await panel.setViewportSize({ width: 360, height: 720 })
      await panel.goto(opened)
      return panel
    }
    return { context, worker, pressTranscript, close }
  } catch (error) {
    await close()
    throw error
  }
}

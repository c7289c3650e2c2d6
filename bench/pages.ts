import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from '@playwright/test'
import { startBareServer } from '@/bench/load/bare-server'
import { median } from '@/bench/measure/measure-rate'
import { printTable } from '@/bench/measure/print-table'
import { startBenchService } from '@/bench/measure/start-bench'
import { fillSpeech } from '@/bench/pages/fill-speech'
import { findChromium } from '@/e2e/find-chromium'

/**
 * The script of each page before it is interactive, compressed by gzip and by Brotli; and how soon the first words of a
 * transcript of two hours are there on a slow phone, beside a page of the same text without script or style. The phone is
 * the one of Lighthouse: 150 ms to and fro, 1.6 Mbit/s, a processor four times slower. Ends with 1 when a public page brings
 * more than 30 kB of script, another one more than 200 kB (Brotli), or the first words take longer than two seconds.
 */
const PUBLIC_KB = 30
const OTHER_KB = 200
const WANTED_FIRST_TEXT_MS = 2_000
const TWO_HOURS_SECONDS = 7_200
const TIMES = 7
const PHONE = {
  latency: 150,
  downloadThroughput: (1.6e6 * 0.9) / 8,
  uploadThroughput: (750e3 * 0.9) / 8,
  offline: false,
}
const SLOWER = 4
const PHONE_SCREEN = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }
const PAGES = ['/', '/docs', '/docs/api', '/status', '/transcripts', '/imports', '/imports/following']
const MORE_PAGES = ['/developers', '/developers/connections', '/developers/webhooks', '/settings/usage', '/settings']

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)

/** The scripts that a page asks for until it is loaded, as their sizes by coding. */
async function scriptsOf(context: BrowserContext, url: string) {
  const page = await context.newPage()
  const bodies: Promise<Buffer>[] = []
  const take = (request: Request) => {
    if (request.resourceType() !== 'script') return
    bodies.push(request.response().then((response) => response?.body() ?? Buffer.alloc(0)))
  }
  page.on('requestfinished', take)
  await page.goto(url, { waitUntil: 'load' })
  // Later requests fetch ahead, and the end of the page cuts them off.
  page.off('requestfinished', take)
  const scripts = await Promise.all(bodies)
  await page.close()
  const sum = (sizeOf: (script: Buffer) => number) => scripts.reduce((all, script) => all + sizeOf(script), 0)
  return {
    plain: sum((script) => script.length),
    gzip: sum((script) => gzipSync(script, { level: 9 }).length),
    brotli: sum((script) => brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length),
  }
}

/** When the first words are painted, in milliseconds after the address was opened. `address`: of the page. */
async function firstText(browser: Browser, address: string, cookies: Awaited<ReturnType<BrowserContext['cookies']>>) {
  const context = await browser.newContext(PHONE_SCREEN)
  await context.addCookies(cookies)
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(address, { waitUntil: 'commit' })
  await page
    .getByText(/\bw0 w7919/)
    .first()
    .waitFor()
  const shownMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // The frame after the words were found has them.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())))
      }),
  )
  await context.close()
  return shownMs
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', PHONE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

/** Opens the link that the start printed, which lets this browser in. */
async function letIn(context: BrowserContext, link: string) {
  const page = await context.newPage()
  await page.goto(link)
  await page.close()
  return context.cookies()
}

const { service, end } = await startBenchService()
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  const { id, slug } = await fillSpeech(TWO_HOURS_SECONDS)
  const context = await browser.newContext()
  const cookies = await letIn(context, service.openLink ?? service.baseUrl)

  const weights: string[][] = []
  for (const address of [...PAGES, ...MORE_PAGES, `/transcripts/${id}`, `/t/${slug}`]) {
    const { plain, gzip, brotli } = await scriptsOf(context, service.baseUrl + address)
    const limitKb = address.startsWith('/t/') ? PUBLIC_KB : OTHER_KB
    if (brotli / 1000 > limitKb) process.exitCode = 1
    const name = address.replace(id, 'ID').replace(slug, 'SLUG')
    weights.push([name, kilobytes(plain), kilobytes(gzip), kilobytes(brotli), String(limitKb)])
  }
  printTable(['script of a page, kB', 'plain', 'gzip', 'Brotli', 'at most'], weights)

  const text = Buffer.from(await (await fetch(`${service.baseUrl}/t/${slug}.txt`)).arrayBuffer())
  const plain = await startBareServer({ status: 200, type: 'text/plain; charset=utf-8', body: text })
  const names = {
    'public page': `${service.baseUrl}/t/${slug}`,
    'transcript page': `${service.baseUrl}/transcripts/${id}`,
    'plain text': `${plain.baseUrl}/`,
  }
  const times = new Map<string, number[]>(Object.keys(names).map((name) => [name, []]))
  for (let time = 0; time < TIMES; time++) {
    for (const [name, address] of Object.entries(names)) {
      times.get(name)?.push(await firstText(browser, address, cookies))
    }
  }
  await plain.stop()
  const rows = [...times].map(([name, shown]) => {
    const shownMs = median(shown)
    if (name === 'public page' && shownMs > WANTED_FIRST_TEXT_MS) process.exitCode = 1
    return [name, ...[shownMs, Math.max(...shown)].map((ms) => ms.toFixed(0))]
  })
  printTable(['two hours on a slow phone', 'first words, p50 ms', 'slowest ms'], rows)
} finally {
  await browser.close()
  await end()
}

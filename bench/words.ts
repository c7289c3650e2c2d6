import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { median, percentile } from '@/bench/measure/measure-rate'
import { printTable } from '@/bench/measure/print-table'
import { startBenchService } from '@/bench/measure/start-bench'
import { fillSpeech } from '@/bench/pages/fill-speech'
import { findChromium } from '@/e2e/find-chromium'
import { pool } from '@/lib/core/db/db'

/**
 * The cost of the times of words: a text with them beside the same text without, in the database and read, in turns; and ten hours
 * with them in the browser, opened and edited. Ends with 1 when ten hours open in more than a second, or when what a key in the
 * editor changes is painted later than a tenth of a second after it, for one key in twenty.
 */
const LENGTHS = { '1 h': 3_600, '10 h': 36_000 }
const READS = 15
const OPENINGS = 5
const KEYS = 60
const WANTED_OPEN_MS = 1_000
const WANTED_KEY_MS = 100

const toFixed = (value: number) => value.toFixed(value < 10 ? 1 : 0)

type Text = { name: string; id: string }

/** How long a read takes, in milliseconds, and how many bytes it brings. */
async function timeRead(url: string, key: string): Promise<{ ms: number; bytes: number }> {
  const beganMs = performance.now()
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  if (!response.ok) throw new Error(`${url} was answered ${response.status}`)
  const { byteLength } = await response.arrayBuffer()
  return { ms: performance.now() - beganMs, bytes: byteLength }
}

/** Stored and read, with and without words, in turns. */
async function measureReads(origin: string, key: string, texts: readonly Text[]): Promise<void> {
  const forms = { json: '?format=json', 'json without words': '?format=json&words=false', text: '?format=text' }
  const times = new Map<string, { ms: number[]; bytes: number }>()
  for (let time = 0; time < READS; time++) {
    for (const { id } of texts) {
      for (const [form, query] of Object.entries(forms)) {
        const { ms, bytes } = await timeRead(`${origin}/v1/me/transcriptions/${id}${query}`, key)
        const of = times.get(`${id} ${form}`) ?? { ms: [], bytes }
        of.ms.push(ms)
        times.set(`${id} ${form}`, of)
      }
    }
  }
  const rows: string[][] = []
  for (const { name, id } of texts) {
    const { rows: stored } = await pool().query<{ bytes: number }>(
      `select pg_column_size(t.segments) as bytes from transcript t join library_item e on e.transcript_id = t.id where e.id = $1`,
      [id],
    )
    const read = Object.keys(forms).map((form) => {
      const { ms, bytes } = times.get(`${id} ${form}`) ?? { ms: [], bytes: 0 }
      return `${toFixed(median(ms))} (${(bytes / 1024).toFixed(0)})`
    })
    rows.push([name, ((stored[0]?.bytes ?? 0) / 1024).toFixed(0), ...read])
  }
  printTable(['text', 'stored KiB', ...Object.keys(forms).map((form) => `${form}, p50 ms (KiB)`)], rows)
}

/** From opening the address until the first words are painted, and until the page answers a key. */
async function timeOpening(context: BrowserContext, address: string): Promise<{ shownMs: number; aliveMs: number }> {
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('[data-line]').first().waitFor()
  const elapsed = () =>
    page.evaluate(
      () =>
        new Promise<number>((done) =>
          requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))),
        ),
    )
  const shownMs = await elapsed()
  const field = page.getByRole('textbox', { name: 'Search this transcript' })
  while (!(await field.evaluate((element) => element === document.activeElement))) await page.keyboard.press('/')
  const aliveMs = await elapsed()
  await page.close()
  return { shownMs, aliveMs }
}

/** Opens the editor and types in the middle of the text: when it is there, and what each key took until the next frame was painted. */
async function timeEditing(page: Page, address: string): Promise<{ openMs: number; keysMs: number[] }> {
  await page.goto(address)
  await page.getByRole('button', { name: 'More actions' }).click()
  const edit = page.getByRole('menuitem', { name: 'Edit text' })
  await edit.waitFor()
  const beganMs = performance.now()
  await edit.click()
  const fields = page.locator('[data-row]')
  await fields.first().waitFor()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const openMs = performance.now() - beganMs
  const middle = fields.nth(Math.floor((await fields.count()) / 2))
  await middle.scrollIntoViewIfNeeded()
  await middle.focus()
  await page.evaluate(() => {
    const keys: number[] = []
    Object.assign(window, { keys })
    // Since the key was pressed, as the browser has it, until the frame after is painted.
    window.addEventListener(
      'keydown',
      ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => keys.push(performance.now() - timeStamp))),
      { capture: true },
    )
  })
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('e')
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  }
  const keysMs = await page.evaluate(() => (window as unknown as { keys: number[] }).keys)
  await page.getByText('All changes saved').waitFor()
  return { openMs, keysMs: keysMs.toSorted((a, b) => a - b) }
}

async function measureBrowser(context: BrowserContext, origin: string, texts: readonly Text[]): Promise<void> {
  const rows: string[][] = []
  for (const { name, id } of texts) {
    const address = `${origin}/transcripts/${id}`
    const openings = []
    for (let time = 0; time < OPENINGS; time++) openings.push(await timeOpening(context, address))
    const shownMs = median(openings.map((opening) => opening.shownMs))
    const aliveMs = median(openings.map((opening) => opening.aliveMs))
    const page = await context.newPage()
    const { openMs, keysMs } = await timeEditing(page, address)
    await page.close()
    const slowKeyMs = percentile(keysMs, 0.95)
    if (shownMs > WANTED_OPEN_MS || slowKeyMs > WANTED_KEY_MS) process.exitCode = 1
    rows.push([name, ...[shownMs, aliveMs, openMs, median(keysMs), slowKeyMs].map(toFixed)])
  }
  printTable(
    [
      'in the browser',
      'first words, p50 ms',
      'takes keys, p50 ms',
      'editor opens, ms',
      'a key, p50 ms',
      'a key, p95 ms',
    ],
    rows,
  )
}

const { service, end } = await startBenchService({ RATE_LIMIT_PER_MINUTE: '0' })
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  const texts: Text[] = []
  for (const [length, seconds] of Object.entries(LENGTHS)) {
    for (const hasWords of [false, true]) {
      const { id } = await fillSpeech(seconds, { withWords: hasWords })
      texts.push({ name: `${length}, ${hasWords ? 'with words' : 'without'}`, id })
    }
  }
  await measureReads(service.baseUrl, service.apiKey ?? '', texts)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(service.openLink ?? service.baseUrl)
  await page.close()
  await measureBrowser(context, service.baseUrl, texts)
} finally {
  await browser.close()
  await end()
}

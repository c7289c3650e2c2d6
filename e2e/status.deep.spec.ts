import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import pg from 'pg'
import { readConnection } from '../test/process/read-connection'
import { type ServiceProcess, startProcess } from '../test/process/start-process'
import { checkStates } from './check-states'
import type { State } from './every-state'
import { letIn } from './local-browser'
import { startPlatforms } from './platforms'

test.describe.configure({ timeout: 300_000 })

let service: ServiceProcess
let own: { baseURL: string } & Awaited<ReturnType<typeof letIn>>
let dataDir: string
let closePlatforms: () => Promise<void>

/** A day: YouTube works but for an hour, X is slow, TikTok blocks since an hour, of Vimeo one private video was asked for. */
const REQUESTS = `
  insert into platform_request_count (started_at, platform, kind, outcome, latency_ms, count)
  select date_bin('5 minutes', now() - make_interval(mins => minutes), 'epoch'), platform, 'captions', outcome, latency, sum(times)
  from (
    select at * 60 + 20, 'youtube', case when at = 9 then 'upstream_blocked' else 'ok' end, 700, 20 + at % 7 from generate_series(1, 22) at
    union all select 10, 'youtube', 'ok', 700, 31
    union all select at * 60 + 10, 'x', 'ok', 7000, 6 from generate_series(0, 23, 2) at
    union all select at * 60 + 10, 'tiktok', 'ok', 2000, 9 from generate_series(2, 20) at
    union all select at, 'tiktok', 'upstream_blocked', 300, 3 from generate_series(5, 60, 10) at
    union all select 130, 'vimeo', 'source_private', 1000, 1
  ) as seen (minutes, platform, outcome, latency, times)
  group by 1, 2, 4, 5`

test.beforeAll(async () => {
  test.setTimeout(300_000)
  const platforms = await startPlatforms()
  closePlatforms = platforms.close
  dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-e2e-status-'))
  service = await startProcess(dataDir, { ...platforms.settings, RATE_LIMIT_PUBLIC_PER_MINUTE: '0' })
  own = { baseURL: service.baseUrl, ...(await letIn(service)) }
  const database = new pg.Client({ connectionString: await readConnection(dataDir) })
  await database.connect()
  await database.query(REQUESTS)
  await database.end()
  // The service shows a status of a moment ago for some seconds.
  const status = async () => (await fetch(`${service.baseUrl}/v1/status`)).text()
  await expect.poll(status).toContain('"failing"')
})
test.afterAll(async () => {
  await service.stop()
  await closePlatforms()
  await rm(dataDir, { recursive: true, force: true })
})

const paste = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Link' }).fill('https://www.tiktok.com/@a/video/1')
  await expect(page.getByText('TikTok is failing most requests from this server right now')).toBeVisible()
}

const STATES: readonly State[] = [
  { name: 'status', path: '/status', shows: 'Failing right now: TikTok.' },
  { name: 'home-failing', path: '/', shows: 'New transcript', open: paste },
]

test('the status of the platforms, and the line for a link of one that fails, are accessible', async ({ browser }) => {
  await checkStates(browser, own, STATES)
})

test('the public status shows each platform, in words and by the hour, also without scripts', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: service.baseUrl, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/docs')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Status' })).toBeVisible()
  const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(row('TikTok')).toContainText('Failing')
  await expect(row('TikTok')).toContainText('It is refusing requests from this server.')
  await expect(row('X')).toContainText('Slow')
  await expect(row('YouTube')).toContainText('Working')
  await expect(row('Facebook')).toContainText('No recent traffic')
  const hours = page.getByRole('table', { name: 'YouTube: successful requests per hour' })
  await expect(hours.getByRole('columnheader')).toHaveCount(24)
  await expect(hours.getByRole('cell', { name: /^Failing, 0 of \d+ succeeded$/ })).toHaveCount(1)
  await context.close()
})

test('a link of a platform that works has no such line, and takes none from the one before', async ({ browser }) => {
  const context = await browser.newContext(own)
  const page = await context.newPage()
  await page.goto('/')
  await paste(page)
  await page.getByRole('textbox', { name: 'Link' }).fill('https://youtu.be/dQw4w9WgXcQ')
  await expect(page.getByText('YouTube', { exact: true })).toBeVisible()
  await expect(page.getByText('is failing most requests')).toHaveCount(0)
  await context.close()
})

test('the form for imports has the line too', async ({ browser }) => {
  const context = await browser.newContext(own)
  const page = await context.newPage()
  await page.goto('/imports')
  await page.getByRole('textbox', { name: 'Link to a podcast, playlist or channel' }).fill('https://www.tiktok.com/@a')
  await expect(page.getByText('TikTok is failing most requests from this server right now')).toBeVisible()
  await context.close()
})

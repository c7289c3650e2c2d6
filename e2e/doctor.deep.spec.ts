import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { type ServiceProcess, startProcess } from '../test/process/start-process'
import { checkStates } from './check-states'
import { letIn } from './local-browser'
import { startPlatforms } from './platforms'

test.describe.configure({ timeout: 300_000 })

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

let service: ServiceProcess
let own: { baseURL: string } & Awaited<ReturnType<typeof letIn>>
let folder: string
let closePlatforms: () => Promise<void>

test.beforeAll(async () => {
  test.setTimeout(300_000)
  const platforms = await startPlatforms()
  closePlatforms = platforms.close
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-e2e-doctor-'))
  const probes = path.join(folder, 'probes.json')
  await writeFile(probes, JSON.stringify([{ platform: 'youtube', url: VIDEO }]))
  service = await startProcess(path.join(folder, 'data'), { ...platforms.settings, DOCTOR_PROBES_FILE: probes })
  own = { baseURL: service.baseUrl, ...(await letIn(service)) }
})
test.afterAll(async () => {
  await service.stop()
  await closePlatforms()
  await rm(folder, { recursive: true, force: true })
})

test('the system check is accessible before and after the platforms were asked', async ({ browser }) => {
  await checkStates(browser, own, [
    {
      name: 'doctor-live',
      path: '/settings/system',
      shows: 'PostgreSQL',
      open: async (page) => {
        await page.getByRole('button', { name: 'Check platforms' }).click()
        await expect(page.getByText(/^Captions: \d+ segments? in en/)).toBeVisible({ timeout: 120_000 })
      },
    },
  ])
})

test('only the machine’s own account and operators see the system check', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: service.baseUrl })
  const page = await context.newPage()
  await page.goto('/settings/system')
  await expect(page.getByText('PostgreSQL')).toHaveCount(0)
  await context.close()
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { type ServiceProcess, startProcess } from '../test/process/start-process'
import { dropFile, SPEECH } from './samples'

let dataDir: string
let service: ServiceProcess
test.beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-e2e-'))
  service = await startProcess(dataDir)
})
test.afterAll(async () => {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('a job continues after a reload and a kill of the server, in the tab that waits for it', async ({ page }) => {
  await page.goto(service.openLink ?? '')
  await dropFile(page, SPEECH)
  await page.waitForURL('**/transcripts/*')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You can close this tab. We’ll keep going.')).toBeVisible()
  await service.kill()
  service = await startProcess(dataDir, {}, Number(new URL(service.baseUrl).port))
  await expect(page.locator('[data-line]').first()).toBeVisible({ timeout: 90_000 })
  await page.goto(`${service.baseUrl}/transcripts`)
  await expect(page.getByRole('link', { name: 'Inaugural address, 1961' })).toHaveCount(1)
})

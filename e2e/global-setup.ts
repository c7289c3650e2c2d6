import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FullConfig } from '@playwright/test'
import guardRun from '../test/guard-run'
import makeDatabaseTemplate from '../test/process/database-template'
import { startProcess } from '../test/process/start-process'
import { localBrowserState } from './local-browser'
import { startPlatforms } from './platforms'

/**
 * Starts a separate service and stand-ins for the platforms for each worker, so that no two workers share an account.
 * Returns a function that stops them all.
 */
export default async function startEverything({ workers }: FullConfig): Promise<() => Promise<void>> {
  await guardRun()
  const removeTemplate = await makeDatabaseTemplate()
  const started = await Promise.all(Array.from({ length: workers }, startForWorker))
  // Workers inherit the environment, and read the configuration again with it.
  process.env.E2E_ORIGINS = started.map(({ baseUrl }) => baseUrl).join(' ')
  process.env.E2E_COOKIES = JSON.stringify(started.map(({ cookie }) => cookie))
  return async () => {
    await Promise.all(started.map(({ end }) => end()))
    await removeTemplate()
  }
}

async function startForWorker() {
  const platforms = await startPlatforms()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-e2e-'))
  const service = await startProcess(dataDir, platforms.settings)
  const end = async () => {
    await service.stop()
    await platforms.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { baseUrl: service.baseUrl, cookie: await localBrowserState(service), end }
}

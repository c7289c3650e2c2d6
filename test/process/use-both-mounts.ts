import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { readConnection } from './read-connection'
import { startNext } from './start-next'
import { startProcess } from './start-process'

/** The service, and beside it Next by itself on the same data, for one test file. */
export async function useBothMounts() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-mounts-'))
  const service = await startProcess(dataDir)
  afterAll(async () => {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const site = await startNext({
    DATABASE_URL: await readConnection(dataDir),
    VERBATIM_DATA: dataDir,
    BASE_URL: service.baseUrl,
  })
  // Hooks run in the order opposite to theirs: Next ends first.
  afterAll(() => site.stop())
  return { service, site }
}

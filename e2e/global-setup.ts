import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProcess } from '../test/process/start-process'
import { startPlatforms } from './platforms'

/** Starts what stands for the platforms and the service itself, for all tests. Gives what ends both. */
export default async function startEverything(): Promise<() => Promise<void>> {
  const platforms = await startPlatforms()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-e2e-'))
  const service = await startProcess(dataDir, platforms.settings)
  // Workers inherit the environment, and read the configuration again with it.
  process.env.E2E_ORIGIN = service.baseUrl
  return async () => {
    await service.stop()
    await platforms.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockDataDir } from './lock-data-dir'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-data-lock-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a folder that a server has is refused with its process and address', async () => {
  const dataDir = path.join(folder, 'one')
  const unlock = await lockDataDir(dataDir, { address: 'http://localhost:3000' })
  const second = lockDataDir(dataDir, { address: 'http://localhost:3001' })
  await expect(second).rejects.toThrow(
    `A server (process ${process.pid}) answers at http://localhost:3000 and uses the data folder ${dataDir}`,
  )
  await unlock()
  await (await lockDataDir(dataDir, { address: 'http://localhost:3001' }))()
})

test('a command that has it for a moment is waited for', async () => {
  const dataDir = path.join(folder, 'two')
  const unlock = await lockDataDir(dataDir, { command: 'npm run user' })
  const server = lockDataDir(dataDir, { address: 'http://localhost:3000' })
  await unlock()
  await (await server)()
})

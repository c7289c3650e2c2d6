import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { machineId } from './machine-id'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-machine-'))
setEnv({ BASE_URL: 'http://localhost:3000', VERBATIM_DATA: folder })
afterAll(() => rm(folder, { recursive: true, force: true }))

test('concurrent callers get the same id of a new data folder, and no other file is left in the folder', async () => {
  const ids = await Promise.all(Array.from({ length: 50 }, () => machineId()))
  expect(new Set(ids).size).toBe(1)
  expect(await machineId()).toBe(ids[0])
  expect(await readdir(path.join(folder, 'models'))).toEqual(['machine-id'])
})

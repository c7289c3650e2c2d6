import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { repairSharedLibraries } from './repair-shared-libraries'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-links-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('missing library links are created, and running it again changes nothing', async () => {
  const root = path.join(folder, 'native')
  await mkdir(path.join(root, 'lib'), { recursive: true })
  await writeFile(path.join(root, 'lib', 'libpq.so.5.18'), '')
  const links = [
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
  ]
  await writeFile(path.join(root, 'pg-symlinks.json'), JSON.stringify(links))
  await repairSharedLibraries(root)
  await repairSharedLibraries(root)
  expect(await readlink(path.join(root, 'lib', 'libpq.so'))).toBe('libpq.so.5.18')
  expect(await readlink(path.join(root, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
})

test('a platform that needs no links is left alone', async () => {
  const root = path.join(folder, 'none')
  await mkdir(root)
  await expect(repairSharedLibraries(root)).resolves.toBeUndefined()
})

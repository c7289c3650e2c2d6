import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inputStamp } from './stamp.mjs'

let root: string

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'verbatim-stamp-'))
  await mkdir(path.join(root, 'lib', 'deep'), { recursive: true })
  await writeFile(path.join(root, 'lib', 'a.ts'), 'a')
  await writeFile(path.join(root, 'lib', 'deep', 'b.ts'), 'b')
})

afterEach(() => rm(root, { recursive: true, force: true }))

const stamp = () => inputStamp(['lib', 'missing.json'], root)

test('the same contents give the same stamp, however old they are', async () => {
  const before = stamp()
  await utimes(path.join(root, 'lib', 'a.ts'), 1, 1)
  expect(stamp()).toBe(before)
})

test.each([
  ['a changed file', () => writeFile(path.join(root, 'lib', 'deep', 'b.ts'), 'c')],
  ['a new file', () => writeFile(path.join(root, 'lib', 'deep', 'c.ts'), '')],
  ['a renamed file', () => rename(path.join(root, 'lib', 'a.ts'), path.join(root, 'lib', 'z.ts'))],
  ['a file that was missing', () => writeFile(path.join(root, 'missing.json'), '{}')],
])('%s gives another stamp', async (_, change) => {
  const before = stamp()
  await change()
  expect(stamp()).not.toBe(before)
})

test('tests and generated files do not count', async () => {
  const before = stamp()
  await writeFile(path.join(root, 'lib', 'a.test.ts'), '')
  await mkdir(path.join(root, 'lib', 'generated'))
  await writeFile(path.join(root, 'lib', 'generated', 'client.ts'), '')
  expect(stamp()).toBe(before)
})

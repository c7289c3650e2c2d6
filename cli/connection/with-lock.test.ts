import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withLock } from './with-lock'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-lock-'))
const file = path.join(folder, 'a.lock')
afterAll(() => rm(folder, { recursive: true, force: true }))

test('works one at a time, and leaves nothing behind', async () => {
  let inside = 0
  const most: number[] = []
  const work = async () => {
    inside += 1
    await new Promise(setImmediate)
    most.push(inside)
    inside -= 1
  }
  await Promise.all(Array.from({ length: 10 }, () => withLock(file, work)))
  expect(most).toEqual(Array(10).fill(1))
  expect(await readdir(folder)).toEqual([])
})

test('is free again after work that fails', async () => {
  const failing = withLock(file, () => Promise.reject(new Error('broken')))
  await expect(failing).rejects.toThrow('broken')
  expect(await withLock(file, async () => 'done')).toBe('done')
})

test('the lock of a process that died expires', async () => {
  await writeFile(file, 'of the dead')
  const aMinuteAgo = new Date(Date.now() - 60_000)
  await utimes(file, aMinuteAgo, aMinuteAgo)
  expect(await withLock(file, async () => 'done')).toBe('done')
})

import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { processIdentity } from '@/lib/core/programs/process-identity.mjs'
import { lockFile, readLock, waitForLock } from './lock-file.mjs'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-lock-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const giveUp = () => false
const NO_PROCESS = 2 ** 30

async function take(file: string, info: Record<string, string> = {}) {
  const taken = await lockFile(file, info, giveUp)
  if ('holder' in taken) throw new Error(`held by ${taken.holder.pid}`)
  return taken
}

test('a waiting process learns who holds the lock', async () => {
  const file = path.join(folder, 'held')
  await take(file, { address: 'http://localhost:3000' })
  const refused = await lockFile(file, {}, giveUp)
  expect(refused).toMatchObject({ holder: { pid: process.pid, info: { address: 'http://localhost:3000' } } })
})

test('a released lock is free', async () => {
  const file = path.join(folder, 'released')
  const first = await take(file)
  first.release()
  expect(readLock(file)).toBeNull()
  await take(file)
})

test('one who waits learns the holder, and has the lock when it is released', async () => {
  const file = path.join(folder, 'waited')
  const first = await take(file)
  const holders: number[] = []
  const unlock = await waitForLock(
    file,
    (pid) => {
      holders.push(pid)
      first.release()
    },
    0,
  )
  expect(holders).toEqual([process.pid])
  unlock()
  expect(readLock(file)).toBeNull()
})

test('a wait of a moment is not reported', async () => {
  const file = path.join(folder, 'noticed')
  const first = await take(file)
  const holders: number[] = []
  const waiting = waitForLock(file, (pid) => holders.push(pid))
  first.release()
  const unlock = await waiting
  expect(holders).toEqual([])
  unlock()
})

test.each([
  ['is gone', { pid: NO_PROCESS, began: '1', info: {} }],
  ['had the same pid before this one', { pid: process.pid, began: 'earlier', info: {} }],
])('a lock whose process %s is free', async (_, holder) => {
  const file = path.join(folder, `stale-${holder.pid}`)
  await writeFile(file, JSON.stringify(holder))
  await take(file)
  expect(readLock(file)?.began).toBe(processIdentity(process.pid))
})

test('a half-written lock is held for a moment and free when it is old', async () => {
  const file = path.join(folder, 'half')
  await writeFile(file, '')
  expect(readLock(file)).not.toBeNull()
  await utimes(file, 0, 0)
  await take(file)
})

test('one of many processes that find a stale lock gets it, and nothing is left', async () => {
  const file = path.join(folder, 'race')
  await writeFile(file, JSON.stringify({ pid: NO_PROCESS, began: '1', info: {} }))
  const results = await Promise.all(Array.from({ length: 20 }, () => lockFile(file, {}, giveUp)))
  expect(results.filter((result) => 'release' in result)).toHaveLength(1)
  for (const result of results) if ('release' in result) result.release()
  expect(existsSync(file)).toBe(false)
  expect(readdirSync(folder).filter((name) => name.startsWith('race'))).toEqual([])
})

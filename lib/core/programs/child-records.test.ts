import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearSingleton } from '../concurrency/singleton'
import { endOrphans, MARK_VARIABLE, recordChildrenIn } from './child-records'
import { processIdentity } from './process-identity.mjs'
import { runProgram } from './run-program'

const MARK = 'a'.repeat(32)
let folder: string
const started: ChildProcess[] = []

/** A sleeping process that leads a separate group; `mark` is the mark that a child of ours would carry. */
async function sleeper(mark: string | null, script = 'sleep 600'): Promise<ChildProcess> {
  const env = { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV, ...(mark ? { [MARK_VARIABLE]: mark } : {}) }
  const child = spawn('/bin/sh', ['-c', `echo ready; ${script}`], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  started.push(child)
  if (child.stdout) await once(child.stdout, 'data')
  return child
}

/** A process that has been and is gone: its pid and when it began. */
async function dead(): Promise<{ pid: number; began: string }> {
  const child = await sleeper(null, 'read line')
  const identity = { pid: child.pid ?? 0, began: processIdentity(child.pid ?? 0) ?? '' }
  child.kill('SIGKILL')
  await once(child, 'exit')
  return identity
}

async function record(content: object): Promise<void> {
  await writeFile(path.join(folder, `${MARK}.json`), JSON.stringify({ mark: MARK, program: 'sleep', ...content }))
}

const identityOf = (child: ChildProcess) => ({ pid: child.pid ?? 0, began: processIdentity(child.pid ?? 0) })
const isAlive = (child: ChildProcess) => processIdentity(child.pid ?? 0) !== null

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-records-'))
})

afterEach(async () => {
  for (const child of started.splice(0)) if (isAlive(child)) process.kill(-(child.pid ?? 0), 'SIGKILL')
  clearSingleton('child-records')
  await rm(folder, { recursive: true, force: true })
})

test('a program is on record while it runs, with its pid and start, and not afterwards', async () => {
  recordChildrenIn(folder)
  const running = runProgram('/bin/cat', [path.join(folder, 'missing')], { timeoutMs: 30_000 })
  // Read in the same turn: an end that comes quickly can't have been noticed yet.
  expect(readdirSync(folder)).toHaveLength(1)
  await running
  expect(await readdir(folder)).toEqual([])
})

test('a start ends the program that a killed service left running, and removes its record', async () => {
  const left = await sleeper(MARK)
  await record({ owner: await dead(), child: identityOf(left) })
  endOrphans(folder)
  await expect.poll(() => isAlive(left)).toBe(false)
  expect(await readdir(folder)).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'a program whose service died before it knew its pid is found by its mark, and so is what left its group',
  async () => {
    const left = await sleeper(MARK)
    await record({ owner: await dead() })
    endOrphans(folder)
    await expect.poll(() => isAlive(left)).toBe(false)
  },
)

test('a process that was given the pid of a program which is gone is left alone', async () => {
  const innocent = await sleeper(null)
  await record({ owner: await dead(), child: { pid: innocent.pid, began: '1' } })
  endOrphans(folder)
  expect(isAlive(innocent)).toBe(true)
  expect(await readdir(folder)).toEqual([])
})

test('the programs of a service that is alive are left alone, and stay on record', async () => {
  const running = await sleeper(MARK)
  await record({ owner: { pid: process.pid, began: processIdentity(process.pid) }, child: identityOf(running) })
  endOrphans(folder)
  expect(isAlive(running)).toBe(true)
  expect(await readdir(folder)).toEqual([`${MARK}.json`])
})

test('a torn or forged record ends nothing', async () => {
  const innocent = await sleeper(null)
  const forged = [
    '',
    '{"mark":',
    JSON.stringify({ mark: '', program: 'x', owner: { pid: 1, began: '0' }, child: identityOf(innocent) }),
    JSON.stringify({
      mark: MARK,
      program: 'x',
      owner: { pid: 999_999_999, began: '0' },
      child: { pid: -1, began: null },
    }),
    JSON.stringify({
      mark: MARK,
      program: 'x',
      owner: { pid: 999_999_999, began: null },
      child: { pid: innocent.pid, began: null },
    }),
  ]
  for (const [index, content] of forged.entries()) await writeFile(path.join(folder, `${index}.json`), content)
  endOrphans(folder)
  expect(isAlive(innocent)).toBe(true)
  expect(await readdir(folder)).toEqual([])
})

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { holdRows } from '@/test/hold-rows'
import { CRASH_STEPS, crashFunctions } from './testing/crash-functions'
import { dropHolder, ended, lockSession, runRows } from './testing/run-rows'
import { startApp } from './testing/start-app'
import { until } from './testing/until'

const { databaseUrl, dataDir } = await useDatabase()

const ROOT = path.resolve(import.meta.dirname, '../..')

/** The executor of `victim.ts` as a program. */
async function buildVictim(): Promise<string> {
  const outfile = path.join(dataDir, 'victim.mjs')
  await build({
    entryPoints: [path.join(import.meta.dirname, 'testing/victim.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
    external: ['pg-native'],
    tsconfig: path.join(ROOT, 'tsconfig.json'),
    logLevel: 'error',
  })
  return outfile
}

/** How often each step has been done, of those that are remembered; by run and step. */
async function timesDone(): Promise<Map<string, number>> {
  const hashes = CRASH_STEPS.map((step) => createHash('sha1').update(step).digest('hex'))
  const { rows } = await pool().query<{ run: number; step: string; times: number }>(
    `select e.run, e.step, count(*)::int as times
     from effect e join unnest($1::text[], $2::text[]) as name(step, hash) on name.step = e.step
     join durable_run r on (r.event -> 'data' ->> 'n')::int = e.run
     join durable_step s on s.run_id = r.id and s.id = name.hash
     group by e.run, e.step`,
    [CRASH_STEPS, hashes],
  )
  return new Map(rows.map(({ run, step, times }) => [`${run} ${step}`, times]))
}

function startVictim(program: string) {
  return spawn(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Runs the program and kills it in the midst of its so-manieth step. */
async function killInStep(program: string, count: number): Promise<void> {
  const child = startVictim(program)
  const exited = once(child, 'exit')
  let seen = 0
  for await (const _line of createInterface({ input: child.stdout })) {
    seen += 1
    if (seen === count) child.kill('SIGKILL')
  }
  const [, signal] = await exited
  expect(signal).toBe('SIGKILL')
}

async function sendEvent(n: number): Promise<void> {
  const body = JSON.stringify({ name: 'test/crash', data: { n } })
  await pool().query(`insert into event (id, name, body) values ($1, 'test/crash', $2)`, [`crash-${n}`, body])
}

/** All that executors have written. */
async function written(): Promise<unknown[]> {
  const tables = ['durable_run', 'durable_step', 'durable_item', 'durable_wait', 'event']
  return Promise.all(tables.map(async (table) => (await pool().query(`select * from ${table} order by 1, 2`)).rows))
}

const program = await buildVictim()
beforeAll(() => pool().query('create table effect (run int, step text)'))
beforeEach(() => pool().query('delete from durable_run; delete from event; delete from effect'))

test('processes that are killed lose nothing: what they were doing continues in the next', {
  tags: 'deep',
}, async () => {
  const RUNS = 12
  for (let n = 0; n < RUNS; n += 1) await sendEvent(n)
  const remembered: [string, number][] = []
  for (const count of [1, 9, 14]) {
    await killInStep(program, count)
    remembered.push(...(await timesDone()))
  }

  const { executor } = await startApp(pool(), (client) => crashFunctions(client, pool(), () => {}))
  await until('all have ended', () => ended('crash', RUNS))
  await until('nothing is under way', () => executor.stats().running === 0)
  await executor.stop()

  expect(await runRows('crash')).toMatchObject(Array(RUNS).fill({ status: 'completed', output: CRASH_STEPS }))
  const done = await timesDone()
  expect(done.size).toBe(RUNS * CRASH_STEPS.length)
  // Only a step that a kill interrupted is done again: what was remembered never is.
  expect(remembered.length).toBeGreaterThan(0)
  for (const [step, times] of remembered) expect([step, done.get(step)]).toEqual([step, times])
  expect((await pool().query('select 1 from durable_item')).rowCount).toBe(0)
  expect((await pool().query('select 1 from event where processed_at is null')).rowCount).toBe(0)
})

test('a paused process whose connection the server ends changes nothing when it continues', async () => {
  await sendEvent(1)
  const release = await holdRows('lock table effect in exclusive mode', [])
  const victim = startVictim(program)
  await once(victim.stdout, 'data')
  victim.kill('SIGSTOP')
  await dropHolder()
  const { executor } = await startApp(pool(), (client) => crashFunctions(client, pool(), () => {}))
  await release()
  await until('the run has ended', () => ended('crash'))
  await until('nothing is under way', () => executor.stats().running === 0)
  const before = await written()
  victim.kill('SIGCONT')
  await until('the process waits for its turn', async () => (await lockSession({ granted: false })) !== null)
  expect(await written()).toEqual(before)
  expect(await runRows('crash')).toMatchObject([{ status: 'completed', output: CRASH_STEPS }])

  const exited = once(victim, 'exit')
  victim.kill('SIGKILL')
  await exited
  await executor.stop()
})

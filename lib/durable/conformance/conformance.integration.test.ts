import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pool } from '@/lib/platform/db'
import { useDatabase } from '@/test/database'
import { until } from '../testing/until'
import { APP, embeddedTarget, type Target } from './embedded-target'
import type { Call } from './record-calls'

await useDatabase()

const file = path.join(import.meta.dirname, '../../../test/fixtures/inngest/calls.json')
const golden: Record<string, Call[][]> = JSON.parse(await readFile(file, 'utf8'))
const functions = Object.keys(golden)
const steps = [
  ...new Set(
    Object.values(golden).flatMap((runs) =>
      runs.flat().flatMap(({ ops, known }) => [...known, ...ops.map((op) => op.slice(op.indexOf(' ') + 1))]),
    ),
  ),
]

const FIRST = [
  { name: 'job/created', data: { jobId: 'J1' } },
  { name: 'job/doomed', data: { d: 1 } },
  { name: 'job/nonretry', data: {} },
  { name: 'job/after', data: {} },
  { name: 'job/caught', data: {} },
  { name: 'job/timeout', data: {} },
  { name: 'job/long', data: { jobId: 'L1' } },
  { name: 'job/throwing', data: {} },
  { name: 'job/cond', data: { n: 3 } },
  { name: 'job/cond', data: { n: 9 } },
  { name: 'job/idem', data: { k: 'a', i: 1 } },
  { name: 'job/idem', data: { k: 'a', i: 2 } },
  { name: 'job/idem', data: { k: 'b', i: 3 } },
  { name: 'job/limited', data: { user: 'u1', i: 1 } },
  { name: 'job/limited', data: { user: 'u1', i: 2 } },
  { name: 'job/limited', data: { user: 'u2', i: 3 } },
]

/** Which siblings of a planned step have ended when it is called is chance, and so is the siblings' order. */
function comparable(calls: readonly Call[]): Call[] {
  let asked: Call[] = []
  const out = calls.map((call) => {
    if (!call.planned) asked = [call]
    const known = call.planned ? call.known.filter((step) => asked[0]?.known.includes(step)) : call.known
    return { ...call, known }
  })
  return out.sort((a, b) => (a.planned && b.planned ? a.step.localeCompare(b.step) : 0))
}

function runsOf(target: Target, fn: string): Call[][] {
  return Object.values(target.calls[`${APP}-${fn}`] ?? {})
}

const answered = (target: Target, fn: string, op: string) =>
  runsOf(target, fn).some((calls) => calls.some(({ ops }) => ops.includes(op)))

const complete = (target: Target, fn: string) => {
  const calls = runsOf(target, fn).flat()
  return calls.length >= (golden[fn]?.flat().length ?? 0) && calls.every(({ status }) => status > 0)
}

async function drive(target: Target): Promise<void> {
  await target.send(FIRST)
  await until('the run to be cancelled sleeps', () => answered(target, 'cancellable', 'Sleep long'))
  await target.send([{ name: 'job/cancel', data: { jobId: 'L1' } }])
  await until('the job waits for approval', () => answered(target, 'main', 'WaitForEvent approval'))
  await target.send([{ name: 'job/approved', data: { jobId: 'OTHER' } }])
  // The answer with the wait is noted just before the server has it, so one event could come too early.
  await until('the approval arrives', async () => {
    await target.send([{ name: 'job/approved', data: { jobId: 'J1' } }])
    return answered(target, 'main', 'StepError flaky')
  })
  await until('all is done', () => functions.every((fn) => complete(target, fn)))
}

describe.each([['embedded', () => embeddedTarget(pool(), steps)] as const])('%s', (_, start) => {
  let target: Target

  beforeAll(async () => {
    target = await start()
    await drive(target)
  })
  afterAll(() => target.stop())

  test.each(functions)('%s is called as Inngest calls it', (fn) => {
    expect(runsOf(target, fn).map(comparable)).toEqual((golden[fn] ?? []).map(comparable))
  })
})

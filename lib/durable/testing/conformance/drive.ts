import { randomUUID } from 'node:crypto'
import { until } from '../until'
import type { Call } from './call'
import type { Target } from './target'

/** The events that start the functions. Ids and keys are this run's own: a server may know those of a former one. */
function firstEvents(run: string) {
  return [
    { name: 'job/created', data: { jobId: `J1 ${run}` } },
    { name: 'job/doomed', data: { d: 1 } },
    { name: 'job/nonretry', data: {} },
    { name: 'job/after', data: {} },
    { name: 'job/caught', data: {} },
    { name: 'job/timeout', data: {} },
    { name: 'job/long', data: { jobId: `L1 ${run}` } },
    { name: 'job/throwing', data: {} },
    { name: 'job/cond', data: { n: 3 } },
    { name: 'job/cond', data: { n: 9 } },
    { name: 'job/idem', data: { k: `a ${run}`, i: 1 } },
    { name: 'job/idem', data: { k: `a ${run}`, i: 2 } },
    { name: 'job/idem', data: { k: `b ${run}`, i: 3 } },
    { name: 'job/limited', data: { user: `u1 ${run}`, i: 1 } },
    { name: 'job/limited', data: { user: `u1 ${run}`, i: 2 } },
    { name: 'job/limited', data: { user: `u2 ${run}`, i: 3 } },
  ]
}

/** Which siblings of a planned step have ended when it is called is chance, and so is the siblings' order. */
export function comparable(calls: readonly Call[]): Call[] {
  let asked: Call[] = []
  const out = calls.map((call) => {
    if (!call.planned) asked = [call]
    const known = call.planned ? call.known.filter((step) => asked[0]?.known.includes(step)) : call.known
    return { ...call, known }
  })
  return out.sort((a, b) => (a.planned && b.planned ? a.step.localeCompare(b.step) : 0))
}

/** The calls of a function that a target has made so far, by run. */
export function runsOf(target: Target, fn: string): Call[][] {
  return Object.values(target.calls[fn] ?? {})
}

const answered = (target: Target, fn: string, op: string) =>
  runsOf(target, fn).some((calls) => calls.some(({ ops }) => ops.includes(op)))

const complete = (target: Target, fn: string, golden: readonly Call[][]) => {
  const calls = runsOf(target, fn).flat()
  return calls.length >= golden.flat().length && calls.every(({ status }) => status > 0)
}

/** Sends a target what makes it call each function as often as in the recording; waits for so long at most. */
export async function drive(target: Target, golden: ReadonlyMap<string, Call[][]>, limitMs: number): Promise<void> {
  const run = randomUUID()
  await target.send(firstEvents(run))
  await until('the run to be cancelled sleeps', () => answered(target, 'cancellable', 'Sleep long'), limitMs)
  await target.send([{ name: 'job/cancel', data: { jobId: `L1 ${run}` } }])
  await until('the job waits for approval', () => answered(target, 'main', 'WaitForEvent approval'), limitMs)
  await target.send([{ name: 'job/approved', data: { jobId: 'another' } }])
  // The answer with the wait is noted just before the server has it, so one event could come too early.
  const approve = async () => {
    await target.send([{ name: 'job/approved', data: { jobId: `J1 ${run}` } }])
    return answered(target, 'main', 'StepError flaky')
  }
  await until('the approval arrives', approve, limitMs)
  await until('all is done', () => [...golden].every(([fn, runs]) => complete(target, fn, runs)), limitMs)
}

import { type Inngest, NonRetriableError, RetryAfterError } from 'inngest'

/** A counter by name: how often something was done. */
function counter(): (name: string) => number {
  const counts = new Map<string, number>()
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count
  }
}

function workflow(client: Inngest, nth: (name: string) => number) {
  const child = client.createFunction({ id: 'child', triggers: [] }, ({ event, step }) =>
    step.run('double', () => Number((event.data as { v: number }).v) * 2),
  )
  const main = client.createFunction(
    { id: 'main', retries: 3, triggers: { event: 'job/created' } },
    async ({ event, step }) => {
      const a = await step.run('a', () => ({ n: 1 }))
      await step.sleep('nap', '1s')
      await step.waitForEvent('approval', {
        event: 'job/approved',
        timeout: '20s',
        if: 'async.data.jobId == event.data.jobId',
      })
      const b = await step.run('flaky', () => {
        if (nth('flaky') < 2) throw new Error('boom')
        return a.n + 41
      })
      const [x, y] = await Promise.all([step.run('px', () => 'x'), step.run('py', () => 'y')])
      const c = await step.invoke('child', { function: child, data: { v: b } })
      await step.sendEvent('emit', { name: 'job/finished', data: { jobId: event.data.jobId } })
      return { b, x, y, c }
    },
  )
  return [main, child]
}

function failures(client: Inngest, nth: (name: string) => number) {
  const doomed = client.createFunction(
    {
      id: 'doomed',
      retries: 1,
      triggers: { event: 'job/doomed' },
      onFailure: ({ error, step }) => step.run('mark', () => error.message),
    },
    ({ step }) =>
      step.run('bad', () => {
        throw new Error('always')
      }),
  )
  const nonretry = client.createFunction(
    {
      id: 'nonretry',
      retries: 5,
      triggers: { event: 'job/nonretry' },
      onFailure: ({ error }) => error.message,
    },
    ({ step }) =>
      step.run('bad', () => {
        throw new NonRetriableError('no point')
      }),
  )
  const after = client.createFunction({ id: 'after', retries: 2, triggers: { event: 'job/after' } }, ({ step }) =>
    step.run('later', () => {
      const n = nth('later')
      if (n < 2) throw new RetryAfterError('wait', '1s')
      return n
    }),
  )
  const caught = client.createFunction(
    { id: 'caught', retries: 0, triggers: { event: 'job/caught' } },
    async ({ step }) => {
      const failed = await step
        .run('bad', () => {
          throw new Error('inner')
        })
        .catch((error: Error) => error.message)
      return step.run('recover', () => `recovered from ${String(failed)}`)
    },
  )
  const throwing = client.createFunction(
    { id: 'throwing', retries: 1, triggers: { event: 'job/throwing' }, onFailure: ({ error }) => error.message },
    async ({ step }) => {
      await step.run('fine', () => null)
      throw new Error('outside step')
    },
  )
  return [doomed, nonretry, after, caught, throwing]
}

function flow(client: Inngest) {
  const timeoutWait = client.createFunction(
    { id: 'timeout-wait', triggers: { event: 'job/timeout' } },
    async ({ step }) => step.waitForEvent('never', { event: 'nope', timeout: '1s' }),
  )
  const cancellable = client.createFunction(
    {
      id: 'cancellable',
      triggers: { event: 'job/long' },
      cancelOn: [{ event: 'job/cancel', if: 'async.data.jobId == event.data.jobId' }],
    },
    async ({ step }) => {
      await step.run('one', () => null)
      await step.sleep('long', '30s')
      await step.run('two', () => null)
    },
  )
  const limited = client.createFunction(
    { id: 'limited', concurrency: { limit: 1, key: 'event.data.user' }, triggers: { event: 'job/limited' } },
    async ({ step }) => {
      await step.run('w', () => null)
    },
  )
  const cond = client.createFunction(
    { id: 'cond', triggers: { event: 'job/cond', if: 'event.data.n > 5' } },
    async () => null,
  )
  const idem = client.createFunction(
    { id: 'idem', idempotency: 'event.data.k', triggers: { event: 'job/idem' } },
    async () => null,
  )
  return [timeoutWait, cancellable, limited, cond, idem]
}

/** The names of all their steps, and of a run's end. */
export const STEPS = [
  ...['step', 'complete', 'a', 'nap', 'approval', 'flaky', 'px', 'py', 'child', 'emit', 'double'],
  ...['bad', 'mark', 'later', 'recover', 'fine', 'never', 'one', 'long', 'two', 'w'],
] as const

/** Twelve functions that use, between them, all that is supported. */
export function conformanceFunctions(client: Inngest) {
  const nth = counter()
  return [...workflow(client, nth), ...failures(client, nth), ...flow(client)]
}

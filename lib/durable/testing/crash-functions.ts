import type { Inngest } from 'inngest'
import type pg from 'pg'

export const CRASH_STEPS = ['one', 'two', 'three', 'double', 'four']

/** A function of several steps, each of which leaves a row in table `effect`: what a killed process was in the midst of. */
export function crashFunctions(client: Inngest, pool: pg.Pool, onStep: (step: string) => void) {
  const effect = async (run: unknown, step: string) => {
    onStep(step)
    await pool.query('insert into effect (run, step) values ($1, $2)', [run, step])
    return step
  }
  const child = client.createFunction({ id: 'crash-child', retries: 0, triggers: [] }, async ({ event, step }) =>
    step.run('double', () => effect((event.data as { n: number }).n, 'double')),
  )
  const parent = client.createFunction(
    { id: 'crash', retries: 0, triggers: { event: 'test/crash' } },
    async ({ event, step }) => {
      const { n } = event.data as { n: number }
      const one = await step.run('one', () => effect(n, 'one'))
      const [two, three] = await Promise.all([
        step.run('two', () => effect(n, 'two')),
        step.run('three', () => effect(n, 'three')),
      ])
      await step.sleepUntil('nap', new Date(Date.now() + 10))
      const double = await step.invoke('child', { function: child, data: { n } })
      const four = await step.run('four', () => effect(n, 'four'))
      return [one, two, three, double, four]
    },
  )
  return [parent, child]
}

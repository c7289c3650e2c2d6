import { Inngest, type InngestFunction } from 'inngest'
import { serve } from 'inngest/edge'
import { expect, test } from 'vitest'
import { sdkLogger } from '../sdk/sdk-logger'
import { syncFunctions } from './sync-functions'

const client = new Inngest({ id: 'app', isDev: true, logger: sdkLogger })

type FunctionOptions = Parameters<typeof client.createFunction>[0]

function sync(...options: FunctionOptions[]) {
  const functions: InngestFunction.Any[] = options.map((one) => client.createFunction(one, async () => null))
  return syncFunctions(serve({ client, functions }))
}

test('functions are read as they are declared', async () => {
  const functions = await sync({
    id: 'one',
    retries: 2,
    triggers: [{ event: 'a/b', if: 'event.data.n > 1' }, { cron: 'TZ=Europe/Paris 0 9 * * *' }],
    concurrency: [
      { limit: 2, key: 'event.data.user' },
      { limit: 5, scope: 'account', key: '"all"' },
    ],
    cancelOn: [{ event: 'a/c', match: 'data.id', timeout: '1h' }],
    priority: { run: 'event.data.urgency' },
    idempotency: 'event.data.id',
    onFailure: () => null,
  })
  expect([...functions.values()]).toEqual([
    {
      id: 'app-one',
      triggers: [{ event: 'a/b', expression: 'event.data.n > 1' }],
      schedules: ['TZ=Europe/Paris 0 9 * * *'],
      maxAttempts: 3,
      concurrency: [
        { limit: 2, key: 'event.data.user', scope: 'fn' },
        { limit: 5, key: '"all"', scope: 'account' },
      ],
      priority: 'event.data.urgency',
      cancelOn: [{ event: 'a/c', expression: 'event.data.id == async.data.id', timeout: '1h' }],
      idempotency: 'event.data.id',
    },
    expect.objectContaining({ id: 'app-one-failure', maxAttempts: 2, triggers: [expect.anything()] }),
  ])
})

const refused: [string, Partial<FunctionOptions>, string][] = [
  ['debounce', { debounce: { period: '1m' } }, '"debounce" is not supported'],
  ['throttle', { throttle: { limit: 1, period: '1m' } }, '"throttle" is not supported'],
  ['rateLimit', { rateLimit: { limit: 1, period: '1m' } }, '"rateLimit" is not supported'],
  ['batchEvents', { batchEvents: { maxSize: 2, timeout: '1s' } }, '"batchEvents" is not supported'],
  ['singleton', { singleton: { mode: 'skip' } }, '"singleton" is not supported'],
  ['timeouts', { timeouts: { finish: '1m' } }, '"timeouts" is not supported'],
  [
    'a third key of concurrency',
    { concurrency: [{ limit: 1 }, { limit: 2 }, { limit: 3 }] as unknown as [{ limit: number }, { limit: number }] },
    'more than two keys',
  ],
  ['an event pattern', { triggers: { event: 'a/*' } }, '"a/*" is not supported'],
  ['an event of Inngest’s own', { triggers: { event: 'inngest/function.finished' } }, 'is not supported'],
  ['a condition that isn’t CEL', { triggers: { event: 'a/b', if: 'event.data.' } }, "can't run embedded"],
  ['a pattern that isn’t cron', { triggers: { cron: 'every day' } }, "can't run embedded"],
]

test.each(refused)('%s is refused, naming the function', async (_, options, reason) => {
  const declared: FunctionOptions = { id: 'odd', triggers: { event: 'a/b' }, ...options }
  const promise = sync({ id: 'fine', triggers: { event: 'a/b' } }, declared)
  await expect(promise).rejects.toThrow('The function "app-odd" can\'t run embedded')
  await expect(promise).rejects.toThrow(reason)
})

test.each([
  [
    'a function that is reached by connect',
    { steps: { step: { runtime: { type: 'ws' } } } },
    'connect is not supported',
  ],
  ['a schedule with jitter', { triggers: [{ cron: '0 * * * *', jitter: '1m' }] }, '"jitter" is not supported'],
  ['an option that is yet to be invented', { quota: { limit: 1 } }, '"quota" is not supported'],
])('%s is refused', async (_, odd, reason) => {
  const declared = { id: 'app-odd', triggers: [{ event: 'a/b' }], steps: { step: {} }, ...odd }
  const promise = syncFunctions(async () => Response.json({ functions: [declared] }))
  await expect(promise).rejects.toThrow('The function "app-odd" can\'t run embedded')
  await expect(promise).rejects.toThrow(reason)
})

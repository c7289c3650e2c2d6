import { Inngest, type InngestFunction } from 'inngest'
import { expect, test } from 'vitest'
import { syncFunctions } from '../functions/sync-functions'
import { embeddedClientOptions } from './client-options'
import { sdkLogger } from './sdk-logger'
import { serveFunctions } from './serve-functions'

const client = new Inngest({ id: 'app', isDev: true, logger: sdkLogger })
const triggers = { event: 'test/odd' }

/** A function whose source asks for what an Inngest server alone does. */
function withBody(source: string): InngestFunction.Any {
  return client.createFunction({ id: 'odd', triggers }, new Function('context', source) as () => Promise<unknown>)
}

const refused: [string, () => InngestFunction.Any, string][] = [
  ['step.ai.infer', () => withBody('const { step } = context; return step.ai.infer("a", {})'), 'step.ai'],
  ['step.ai.wrap', () => withBody('return context.step.ai.wrap("a", () => 1)'), 'step.ai'],
  ['step.fetch', () => withBody('return context.step.fetch("http://127.0.0.1/")'), 'step.fetch'],
  ['step.waitForSignal', () => withBody('return context.step.waitForSignal("a", {})'), 'step.waitForSignal'],
  ['step.sendSignal', () => withBody('return context.step.sendSignal("a", {})'), 'step.sendSignal'],
  ['step.realtime', () => withBody('return context.step.realtime.publish("a")'), 'step.realtime'],
  [
    'optimizeParallelism: false',
    () => client.createFunction({ id: 'odd', triggers, optimizeParallelism: false }, async () => null),
    '"optimizeParallelism: false" is not supported',
  ],
  [
    'a failure handler that uses what is not supported',
    () =>
      client.createFunction(
        { id: 'odd', triggers, onFailure: ({ step }) => step.sendSignal('a', { signal: 's', data: 1 }) },
        async () => null,
      ),
    'step.sendSignal',
  ],
]

test.each(refused)('%s is refused at the start, naming the function', (_, define, reason) => {
  const start = () => serveFunctions({ client, functions: [define()] })
  expect(start).toThrow('The function "app-odd" can\'t run embedded')
  expect(start).toThrow(reason)
})

test('a client that races by default is refused, but not a function of it that does not', () => {
  const racing = new Inngest({ id: 'app', isDev: true, optimizeParallelism: false, logger: sdkLogger })
  const plain = racing.createFunction({ id: 'odd', triggers }, async () => null)
  const own = racing.createFunction({ id: 'own', triggers, optimizeParallelism: true }, async () => null)
  expect(() => serveFunctions({ client: racing, functions: [plain] })).toThrow('"optimizeParallelism: false"')
  expect(() => serveFunctions({ client: racing, functions: [own] })).not.toThrow()
})

test('supported features are served', async () => {
  const fine = client.createFunction({ id: 'fine', retries: 2, triggers }, async ({ step }) => {
    await step.run('a', () => null)
    await step.sleep('b', '1s')
    await step.waitForEvent('c', { event: 'test/c', timeout: '1s' })
    await step.sendEvent('d', { name: 'test/d' })
  })
  const functions = await syncFunctions(serveFunctions({ client, functions: [fine] }))
  expect([...functions.keys()]).toEqual(['app-fine'])
})

test('connect fails, because the embedded executor does not support it', async () => {
  const options = embeddedClientOptions(() => {
    throw new Error('no database is needed')
  })
  const response = await options.fetch('http://executor.invalid/v0/connect/start', { method: 'POST' })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({
    error: 'The embedded executor does not support POST /v0/connect/start.',
  })
})

import { fetch as durableFetch, type Inngest } from 'inngest'
import { afterAll, expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { ended, runRows } from './testing/run-rows'
import { type App, startApp } from './testing/start-app'
import { until } from './testing/until'

await useDatabase()

const triggers = { event: 'test/odd' }

/** Functions whose declaration and source tell nothing of what their runs ask for. */
function define(client: Inngest) {
  const fn = client.createFunction
  return [
    fn({ id: 'signal', retries: 0, triggers }, ({ step: { waitForSignal } }) =>
      waitForSignal('odd', { signal: 's', timeout: '1h', onConflict: 'fail' }),
    ),
    fn({ id: 'infer', retries: 0, triggers }, ({ step: { ai } }) =>
      ai.infer('odd', { model: ai.models.openai({ model: 'm', apiKey: 'k' }), body: { messages: [] } }),
    ),
    fn({ id: 'wrap', retries: 0, triggers }, ({ step: { ai } }) => ai.wrap('odd', async () => 1)),
    fn({ id: 'wrap-planned', retries: 0, triggers }, ({ step: { ai, run } }) =>
      Promise.all([ai.wrap('odd', async () => 1), run('fine', () => null)]),
    ),
    fn({ id: 'gateway', retries: 0, triggers }, async ({ step }) => {
      await step.run('fine', () => null)
      return (await durableFetch('http://functions.invalid/')).status
    }),
    fn({ id: 'send-signal', retries: 0, triggers }, ({ step: { sendSignal } }) =>
      sendSignal('odd', { signal: 's', data: 1 }),
    ),
  ]
}

let app: App | undefined
afterAll(() => app?.executor.stop())

test('a step that only an Inngest server supports fails its run, and says so', async () => {
  app = await startApp(pool(), define)
  await app.client.send({ name: 'test/odd', data: {} })
  const outputs: Record<string, unknown> = {}
  for (const id of ['signal', 'infer', 'wrap', 'wrap-planned', 'gateway', 'send-signal']) {
    await until(`${id} has ended`, () => ended(id))
    const [run] = await runRows(id)
    outputs[id] = [run?.status, (run?.output as { message?: string })?.message]
  }
  const unsupported = (what: string) => [
    'failed',
    expect.stringContaining(`The embedded executor does not support ${what}`),
  ]
  expect(outputs).toEqual({
    signal: unsupported('WaitForSignal ("odd").'),
    infer: unsupported('AIGateway ("odd").'),
    wrap: unsupported('step.ai.wrap ("odd").'),
    'wrap-planned': unsupported('step.ai.wrap ("odd").'),
    gateway: unsupported('Gateway'),
    'send-signal': unsupported('step.sendSignal ("odd").'),
  })
})

import { NonRetriableError } from 'inngest'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sdkLogger } from './sdk-logger'

const lines: string[] = []
beforeEach(() => {
  lines.length = 0
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** The log at its usual level: level and message of each line. */
const said = () => lines.map((line) => JSON.parse(line) as { level: string; message: string; error?: unknown })

test('messages of the SDK are logged at their level, with the error', () => {
  sdkLogger.error({ err: new Error('no such function') }, 'Failed to handle a request')
  sdkLogger.warn('an option is deprecated')
  sdkLogger.info('Registered')
  expect(said()).toMatchObject([
    { level: 'error', message: 'Failed to handle a request', error: { message: 'no such function' } },
    { level: 'warn', message: 'an option is deprecated' },
  ])
})

test('a failed step is a warning, unless the code that threw the error has reported it', () => {
  sdkLogger.error({ err: new Error('it broke') }, 'Inngest step error')
  sdkLogger.error({ err: new NonRetriableError('the job has ended') }, 'Inngest step error')
  expect(said()).toMatchObject([{ level: 'warn', error: { message: 'it broke' } }])
})

test("the SDK's errors that the service reports itself are not logged", () => {
  sdkLogger.error({ err: new Error('Invalid signature') }, 'Signature validation failed')
  sdkLogger.error({ err: new Error('fetch failed') }, 'Failed to register')
  expect(said()).toEqual([])
})

import { expect, test } from 'vitest'
import { syncFunctions } from '@/lib/durable/functions/sync-functions'
import { SLOTS_BESIDE_JOBS } from '@/lib/durable/runner'
import { serveFunctions } from '@/lib/durable/sdk/serve-functions'
import { inngest } from './client'
import { functions } from './functions'

test('each function that events start has a limit, and beside jobs the executor has a slot for every call', async () => {
  const declared = [...(await syncFunctions(serveFunctions({ client: inngest, functions }))).values()]
  const started = declared.filter(({ id, triggers }) => triggers.length > 0 && !id.endsWith('-failure'))
  const limits = started.map(({ id, concurrency }) => ({
    id,
    most: Math.min(...concurrency.filter(({ key }) => key === null).map(({ limit }) => limit)),
  }))
  expect(limits.filter(({ most }) => most === Number.POSITIVE_INFINITY)).toEqual([])
  const beside = limits.filter(({ id }) => !id.endsWith('transcribe-recording'))
  const scheduled = declared.filter(({ schedules }) => schedules.length > 0)
  expect(beside.reduce((sum, { most }) => sum + most, scheduled.length)).toBeLessThan(SLOTS_BESIDE_JOBS)
})

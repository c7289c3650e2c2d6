import { NonRetriableError, RetryAfterError } from 'inngest'
import type { EventData } from '@/lib/core/db/events'
import { log } from '@/lib/core/log'
import { toProblem } from '@/lib/core/problem/problem-body'
import { runner } from '@/lib/durable/runner'
import type { WorkRun } from '@/lib/durable/tables/work-table'
import { expectWork, noteProgress, passOn, replaceLostRun } from '@/lib/durable/work'
import { failImport, finishImport } from '@/lib/imports/end-import'
import { IMPORT_RECOVERY, IMPORTS_AT_A_TIME } from '@/lib/imports/import-run'
import { IMPORT_REQUESTED, IMPORT_WORK } from '@/lib/imports/open-imports'
import { listImportItems } from '@/lib/imports/source/list-items'
import { workOnImport } from '@/lib/imports/work-on-import'
import { MAX_RETRIES, retryDelaySeconds } from '@/lib/jobs/retry-delay'
import { JobWorkStopped, untilShutdown } from '@/lib/jobs/runs/while-job-runs'
import { inngest, trigger } from './client'
import { type StepTools, toSentence } from './job-step'

/** Two steps each, of the thousand that a run may have. */
const MAX_ROUNDS = 400
/** Between rounds, so that imports which wait have their turn. */
const PAUSE_MS = 500
/** The wait after a stop of this process; another process may be ready sooner. */
const AGAIN_MS = 15_000

const LIST_SECONDS = 600
const ROUND_SECONDS = 60

/** The result of a step: more to do, done, the import ended or continues elsewhere, or a stop. */
type Outcome = 'more' | 'done' | 'over' | 'stopped'

type Work = { seconds: number; verb: (stopped: AbortSignal) => Promise<Outcome> }

/** The error of a step for the Inngest server, which shows it: a sentence. */
function failure(error: unknown, { id }: WorkRun): Error {
  if (error instanceof NonRetriableError || error instanceof RetryAfterError) return error
  log.warn('a step of an import failed; it is tried again', { batch_id: id, error })
  return new Error(toSentence(error))
}

/** One step of an import. A shutdown does not count as a failure: the next process continues. */
async function importStep(of: WorkRun, { seconds, verb }: Work): Promise<Outcome> {
  try {
    if (!(await expectWork(IMPORT_WORK, of.run, seconds))) return 'over'
    return await untilShutdown(verb)
  } catch (error) {
    if (!(error instanceof JobWorkStopped)) throw failure(error, of)
    return runner().afterStop('stopped')
  }
}

/** Performs work again for as long as the end of a process stops it. */
async function perform(step: StepTools, id: string, of: WorkRun, work: Work): Promise<Outcome> {
  for (let again = 0; ; again++) {
    const outcome = await step.run({ id: `${id}:${again}`, name: id }, () => importStep(of, work))
    if (outcome !== 'stopped') return outcome
    await step.sleep(`${id}:${again}:again`, AGAIN_MS)
  }
}

/** Reads the show or list. A failure that no second attempt can repair ends the import with that error. */
async function listOrFail({ id }: WorkRun, attempt: number, stopped: AbortSignal): Promise<Outcome> {
  try {
    return (await listImportItems(id, stopped)) ? 'more' : 'over'
  } catch (error) {
    stopped.throwIfAborted()
    const problem = toProblem(error)
    const seconds = retryDelaySeconds(problem, attempt)
    if (seconds !== null) throw new RetryAfterError(toSentence(problem), seconds * 1000)
    await failImport(id, problem)
    throw new NonRetriableError(toSentence(problem))
  }
}

async function workOrFinish(of: WorkRun, stopped: AbortSignal): Promise<Outcome> {
  const isLeft = await workOnImport(of.id, stopped)
  await noteProgress(of.run)
  return isLeft ? 'more' : 'done'
}

/** A show or a list of videos, an item at a time: list the items, work on them in rounds, end it. */
export const importShow = inngest.createFunction(
  {
    id: IMPORT_WORK.functionId,
    retries: MAX_RETRIES,
    triggers: trigger(IMPORT_REQUESTED),
    concurrency: [{ limit: IMPORTS_AT_A_TIME }, { limit: 1, key: 'event.data.userId' }],
    onFailure: async ({ event, step }) => {
      const { batchId, run }: EventData<typeof IMPORT_REQUESTED> = event.data.event.data
      await step.run('replace', () => replaceLostRun(IMPORT_RECOVERY, { id: batchId, run }))
    },
  },
  async ({ event, step, attempt }) => {
    const { batchId, run } = event.data
    const of = { id: batchId, run }
    let outcome = await perform(step, 'list', of, {
      seconds: LIST_SECONDS,
      verb: (stopped) => listOrFail(of, attempt, stopped),
    })
    for (let round = 0; outcome === 'more' && round < MAX_ROUNDS; round++) {
      const work: Work = { seconds: ROUND_SECONDS, verb: (stopped) => workOrFinish(of, stopped) }
      outcome = await perform(step, `work-${round}`, of, work)
      if (outcome === 'more') await step.sleep(`pause-${round}`, PAUSE_MS)
    }
    if (outcome === 'done') await step.run('finish', () => finishImport(batchId))
    if (outcome === 'more') await step.run('pass-on', () => passOn(IMPORT_RECOVERY, of))
  },
)

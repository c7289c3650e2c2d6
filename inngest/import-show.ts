import { NonRetriableError, RetryAfterError } from 'inngest'
import { failImport, finishImport } from '@/lib/imports/end-import'
import { listEpisodes } from '@/lib/imports/list-episodes'
import { IMPORT_REQUESTED } from '@/lib/imports/start-import'
import { workOnImport } from '@/lib/imports/work-on-import'
import { MOST_RETRIES, retryDelaySeconds } from '@/lib/jobs/retry-delay'
import { JobWorkStopped, untilShutdown } from '@/lib/jobs/while-job-runs'
import { Problem } from '@/lib/platform/problem'
import { toProblem } from '@/lib/platform/problem-body'
import { inngest } from './client'

/** Two steps each, of the thousand that a run may have. */
const MOST_ROUNDS = 400
/** So many imports are seen to at a time: each keeps a place of the executor, which jobs need too. */
const AT_A_TIME = 4
/** Between rounds, so that imports which wait have their turn. */
const PAUSE_MS = 500

type ImportEvent = { data: { batchId: string; userId: string; part?: number } }

/** One step of an import. At shutdown it answers nothing, so that nothing is noted against it: the next process goes on. */
async function importStep<T>(verb: (stopped: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await untilShutdown(verb)
  } catch (error) {
    if (error instanceof JobWorkStopped) return new Promise<never>(() => undefined)
    throw error
  }
}

/** Reads the show; what no second try mends ends the import with what happened. */
async function listOrFail(batchId: string, attempt: number, stopped: AbortSignal): Promise<boolean> {
  try {
    return await listEpisodes(batchId, stopped)
  } catch (error) {
    stopped.throwIfAborted()
    const problem = toProblem(error)
    const seconds = retryDelaySeconds(problem, attempt)
    if (seconds !== null) throw new RetryAfterError(problem.message, seconds * 1000, { cause: error })
    await failImport(batchId, problem)
    throw new NonRetriableError(problem.message, { cause: error })
  }
}

/** A whole show, an episode at a time: list the episodes, work on them in rounds, end it. */
export const importShow = inngest.createFunction(
  {
    id: 'import-show',
    retries: MOST_RETRIES,
    triggers: { event: IMPORT_REQUESTED },
    concurrency: [{ limit: AT_A_TIME }, { limit: 1, key: 'event.data.userId' }],
    onFailure: async ({ event, step }) => {
      const { batchId } = (event.data.event as unknown as ImportEvent).data
      await step.run('fail', () => failImport(batchId, new Problem('internal_error')))
    },
  },
  async ({ event, step, attempt }) => {
    const { batchId, userId, part = 1 } = (event as unknown as ImportEvent).data
    const goesOn = await step.run('list', () => importStep((stopped) => listOrFail(batchId, attempt, stopped)))
    for (let round = 0; goesOn && round < MOST_ROUNDS; round++) {
      const more = await step.run(`work-${round}`, () => importStep((stopped) => workOnImport(batchId, stopped)))
      if (!more) {
        await step.run('finish', () => finishImport(batchId))
        return
      }
      await step.sleep(`pause-${round}`, PAUSE_MS)
    }
    if (!goesOn) return
    const data = { batchId, userId, part: part + 1 }
    await step.sendEvent('go-on', { name: IMPORT_REQUESTED, data, id: `${batchId}:${part + 1}` })
  },
)

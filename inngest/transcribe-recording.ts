import { availableParallelism } from 'node:os'
import { assembleTranscript } from '@/lib/jobs/assemble-transcript'
import { failJob } from '@/lib/jobs/fail-job'
import { JOB_CANCELLED } from '@/lib/jobs/leave-job'
import { prepareJob } from '@/lib/jobs/prepare-job'
import { JOB_REQUESTED } from '@/lib/jobs/start-job'
import { transcribePiece } from '@/lib/jobs/transcribe-piece'
import { Problem } from '@/lib/platform/problem'
import { inngest } from './client'
import { jobStep } from './job-step'

const PREPARE_LIMIT_MS = 3 * 3_600_000
const PIECE_LIMIT_MS = 15 * 60_000
const FINISH_LIMIT_MS = 10 * 60_000
const RETRIES = 3
/** A run may have 1,000 steps; more pieces than this share a step. */
const MAX_PIECE_STEPS = 500

type JobEvent = { data: { jobId: string } }

/** The pieces of a job, in as many groups as there may be steps. */
function pieceGroups(pieces: number): number[][] {
  const size = Math.max(1, Math.ceil(pieces / MAX_PIECE_STEPS))
  const indexes = Array.from({ length: pieces }, (_, index) => index)
  return Array.from({ length: Math.ceil(pieces / size) }, (_, group) => indexes.slice(group * size, (group + 1) * size))
}

/** A run is over only when its job is: one that is still open then would never end. */
async function failUnended(jobId: string): Promise<void> {
  await failJob(jobId, new Problem('transcriber_failed', { cause: 'its run ended without it' }))
}

/** Speech to text on one recording: prepare it, transcribe piece by piece, put the pieces together. */
export const transcribeRecording = inngest.createFunction(
  {
    id: 'transcribe-recording',
    retries: RETRIES,
    triggers: { event: JOB_REQUESTED },
    concurrency: { limit: availableParallelism() },
    cancelOn: [{ event: JOB_CANCELLED, if: 'async.data.jobId == event.data.jobId' }],
    onFailure: async ({ event, step }) => {
      const { jobId } = (event.data.event as unknown as JobEvent).data
      await step.run('fail', () => failJob(jobId, new Problem('transcriber_failed')))
    },
  },
  async ({ event, step, attempt, maxAttempts }) => {
    const { jobId } = (event as unknown as JobEvent).data
    const tries = { jobId, attempt, maxAttempts }
    const pieces = await step.run('prepare', () =>
      jobStep({ ...tries, limitMs: PREPARE_LIMIT_MS }, (signal) => prepareJob(jobId, signal)),
    )
    for (const group of pieceGroups(pieces)) {
      await step.run(`transcribe-${group[0]}`, () =>
        jobStep({ ...tries, limitMs: PIECE_LIMIT_MS * group.length }, async (signal) => {
          for (const index of group) await transcribePiece(jobId, index, signal)
        }),
      )
    }
    if (pieces > 0) {
      await step.run('finish', () => jobStep({ ...tries, limitMs: FINISH_LIMIT_MS }, () => assembleTranscript(jobId)))
    }
    await step.run('check', () => failUnended(jobId))
  },
)

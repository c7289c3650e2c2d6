import { assembleTranscript } from '@/lib/jobs/assemble-transcript'
import { failJob } from '@/lib/jobs/fail-job'
import { JOB_CANCELLED } from '@/lib/jobs/leave-job'
import { prepareJob } from '@/lib/jobs/prepare-job'
import { MOST_RETRIES } from '@/lib/jobs/retry-delay'
import { JOB_REQUESTED } from '@/lib/jobs/start-job'
import { TRANSCRIBE_RECORDING } from '@/lib/jobs/stranded-jobs'
import { Problem } from '@/lib/platform/problem'
import { inngest } from './client'
import { jobStep } from './job-step'
import { transcribeByPieces } from './transcribe-by-pieces'
import { transcribeElsewhere } from './transcribe-elsewhere'

const PREPARE_LIMIT_MS = 3 * 3_600_000
const FINISH_LIMIT_MS = 10 * 60_000

type JobEvent = { data: { jobId: string } }

/** A run is over only when its job is: one that is still open then would never end. */
async function failUnended(jobId: string): Promise<void> {
  await failJob(jobId, new Problem('transcriber_failed', { cause: 'its run ended without it' }))
}

/** Speech to text on one recording: prepare it, transcribe it here piece by piece or elsewhere as a whole, store the text. */
export const transcribeRecording = inngest.createFunction(
  {
    id: TRANSCRIBE_RECORDING,
    // The waits between them are the table's in lib/jobs/retry-delay.ts, which ends most things sooner.
    retries: MOST_RETRIES,
    triggers: { event: JOB_REQUESTED },
    cancelOn: [{ event: JOB_CANCELLED, if: 'async.data.jobId == event.data.jobId' }],
    onFailure: async ({ event, step }) => {
      const { jobId } = (event.data.event as unknown as JobEvent).data
      await step.run('fail', () => failJob(jobId, new Problem('transcriber_failed')))
    },
  },
  async ({ event, step, attempt, maxAttempts }) => {
    const { jobId } = (event as unknown as JobEvent).data
    const tries = { jobId, attempt, maxAttempts }
    const prepared = await step.run('prepare', () =>
      jobStep({ ...tries, limitMs: PREPARE_LIMIT_MS }, (signal) => prepareJob(jobId, signal)),
    )
    const transcribe = { ended: null, pieces: transcribeByPieces, recording: transcribeElsewhere }[prepared]
    if (await transcribe?.(step, tries)) {
      await step.run('finish', () => jobStep({ ...tries, limitMs: FINISH_LIMIT_MS }, () => assembleTranscript(jobId)))
    } else {
      await step.run('check', () => failUnended(jobId))
    }
  },
)

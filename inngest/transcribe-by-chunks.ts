import { transcribeChunks } from '@/lib/jobs/chunks/transcribe-chunks'
import { CALL_LIMIT_MS } from './job-step'
import type { JobSteps } from './job-steps'

/**
 * Transcribes a job's chunks that are planned in rounds, each a step whose name has the prefix. Each chunk is stored in its own row, so a round that is cut short
 * by the death of the process is repeated without the chunks it had finished.
 */
export async function transcribeByChunks(steps: JobSteps, jobId: string, prefix = ''): Promise<void> {
  let failuresBefore = 0
  for (let round = 0; ; round++) {
    const fruitlessRounds = failuresBefore
    const { left, waitSeconds, ...outcome } = await steps.perform(`${prefix}transcribe-${round}`, {
      limitMs: CALL_LIMIT_MS,
      failuresBefore: fruitlessRounds,
      verb: (signal) => transcribeChunks(jobId, { fruitlessRounds, signal }),
    })
    if (left === 0) return
    failuresBefore = outcome.fruitlessRounds
    await steps.sleep(`${prefix}wait-${round}`, waitSeconds)
  }
}

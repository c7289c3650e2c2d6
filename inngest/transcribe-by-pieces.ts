import { transcribePieces } from '@/lib/jobs/transcribe-pieces'
import { type JobSteps, type JobTries, jobStep } from './job-step'

const ROUND_LIMIT_MS = 3_600_000
/** Two steps each, of the thousand that a run may have. */
const MOST_ROUNDS = 450

/**
 * Transcribes a job's pieces in rounds, each a step. A piece is kept by its own row, so a round that is cut short by the
 * death of the process is done again without what it had finished. Gives whether all of it is transcribed.
 */
export async function transcribeByPieces(step: JobSteps, tries: JobTries): Promise<boolean> {
  let fruitlessRounds = 0
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const failuresBefore = fruitlessRounds
    const { left, fruitful, waitSeconds } = await step.run(`transcribe-${round}`, () =>
      jobStep({ ...tries, limitMs: ROUND_LIMIT_MS, failuresBefore }, (signal) =>
        transcribePieces(tries.jobId, { fruitlessRounds: failuresBefore, signal }),
      ),
    )
    if (left === 0) return true
    fruitlessRounds = fruitful ? 0 : fruitlessRounds + 1
    if (waitSeconds > 0) await step.sleep(`wait-${round}`, waitSeconds * 1000)
  }
  return false
}

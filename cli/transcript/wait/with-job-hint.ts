import type { Context } from '../../context'
import { Failure } from '../../failure/failure'

/** Callbacks for the jobs that some work starts, and for their ends. */
export type Jobs = { began: (jobId: string) => void; ended: (jobId: string) => void }

/** Runs some work and, when it is interrupted or out of time while jobs run, says how to get their transcripts later. */
export async function withJobHint<T>(context: Context, work: (jobs: Jobs) => Promise<T>): Promise<T> {
  const running = new Set<string>()
  try {
    return await work({ began: (jobId) => running.add(jobId), ended: (jobId) => running.delete(jobId) })
  } catch (error) {
    const reason: unknown = context.signal.reason
    if (!context.signal.aborted || running.size === 0 || !(reason instanceof Failure)) throw error
    throw goesOn(reason, [...running])
  }
}

function goesOn(reason: Failure, jobIds: readonly string[]): Failure {
  const commands = jobIds.map((jobId) => `  verbatim jobs wait ${jobId}`)
  const subject = jobIds.length === 1 ? 'The job continues. Get its' : 'The jobs continue. Get their'
  return reason.adding(`${subject} transcript with\n${commands.join('\n')}`, { job_ids: jobIds })
}

/** A run of the durable function that works on a job: the how manieth of that job it is, from 0. */
export type JobRun = { jobId: string; run: number }

/** The id of the event that begins a run: the same run is never begun twice. */
export function runEventId({ jobId, run }: JobRun): string {
  return run === 0 ? jobId : `${jobId}:${run}`
}

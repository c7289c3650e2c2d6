import { pool } from '@/lib/core/db/db'
import { JOB_WORK } from '../events'

/** A run of the durable function that works on a job. */
export type JobRun = { jobId: string; run: string }

/** A worker that is silent for so long is presumed dead, and the job is free for others. */
const WORKER_SECONDS = 45

const AT_WORK = `worker_until = now() + ${WORKER_SECONDS} * interval '1 second',
  expected_by = now() + ${JOB_WORK.slackSeconds} * interval '1 second'`

const TAKE = `
  update work set worker_id = $2, ${AT_WORK}
  where run = $1 and (worker_until is null or worker_until < now())`

const FIND_WORKER = `select ceil(extract(epoch from worker_until - now()))::int as "busySeconds" from work where run = $1`

const RENEW = `update work set ${AT_WORK} where run = $1 and worker_id = $2`

const RELEASE = `
  update work set worker_id = null, worker_until = null, expected_by = now() + make_interval(secs => $3)
  where run = $1 and worker_id = $2`

/** Makes a worker the only one of a job. Returns false where another worker has the job, or the run has ended. */
export async function takeJob({ run }: JobRun, workerId: string): Promise<boolean> {
  const { rowCount } = await pool().query(TAKE, [run, workerId])
  return rowCount === 1
}

/** For how many seconds another worker holds the job; null when the run has ended. */
export async function findBusySeconds({ run }: JobRun): Promise<number | null> {
  const { rows } = await pool().query<{ busySeconds: number | null }>(FIND_WORKER, [run])
  return rows[0] ? Math.max(1, rows[0].busySeconds ?? 1) : null
}

/** Renews a worker's hold on a job. Returns false when another worker or another run has followed. */
export async function renewJob({ run }: JobRun, workerId: string): Promise<boolean> {
  const { rowCount } = await pool().query(RENEW, [run, workerId])
  return rowCount !== 0
}

/** Frees a job for others, and records in how many seconds its run plans to continue. */
export async function releaseJob({ run }: JobRun, workerId: string, waitSeconds: number): Promise<void> {
  await pool().query(RELEASE, [run, workerId, waitSeconds + JOB_WORK.slackSeconds])
}

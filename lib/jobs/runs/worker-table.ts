import { pool } from '@/lib/core/db/db'

/** A run of the durable function that works on a job: `run` is its number among the runs of that job, from 0. */
export type JobRun = { jobId: string; run: number }

/** A worker that says nothing for so long is believed to be gone, and the job is free for others. */
const WORKER_SECONDS = 45

/** A run without a worker for so long beyond its planned wait is lost. */
export const RUN_SLACK_SECONDS = 300

const BELIEVED = `worker_until = now() + ${WORKER_SECONDS} * interval '1 second',
  expected_by = now() + ${RUN_SLACK_SECONDS} * interval '1 second'`

const TAKE = `
  update job set worker_id = $3, ${BELIEVED}
  where id = $1 and run = $2 and finished_at is null and (worker_until is null or worker_until < now())`

const FIND_WORKER = `
  select run <> $2 or finished_at is not null as over,
    ceil(extract(epoch from worker_until - now()))::int as "busySeconds"
  from job where id = $1`

const RENEW = `update job set ${BELIEVED} where id = $1 and worker_id = $2`

const RELEASE = `
  update job set worker_id = null, worker_until = null, expected_by = now() + make_interval(secs => $3)
  where id = $1 and worker_id = $2`

const EXPECT = `update job set expected_by = now() + make_interval(secs => $3) where id = $1 and run = $2`

/** Makes a worker the only one of a job. Returns false where another worker has the job, or the run has ended. */
export async function takeJob({ jobId, run }: JobRun, workerId: string): Promise<boolean> {
  const { rowCount } = await pool().query(TAKE, [jobId, run, workerId])
  return rowCount === 1
}

/** For how many seconds another worker holds the job; null when the run has ended. */
export async function findBusySeconds({ jobId, run }: JobRun): Promise<number | null> {
  const { rows } = await pool().query<{ over: boolean; busySeconds: number | null }>(FIND_WORKER, [jobId, run])
  const [job] = rows
  return !job || job.over ? null : Math.max(1, job.busySeconds ?? 1)
}

/** Renews a worker's hold on a job. Returns false when another worker has taken the job over. */
export async function renewJob(jobId: string, workerId: string): Promise<boolean> {
  const { rowCount } = await pool().query(RENEW, [jobId, workerId])
  return rowCount !== 0
}

/** Frees a job for others, and says in how many seconds its run means to go on. */
export async function releaseJob(jobId: string, workerId: string, waitSeconds: number): Promise<void> {
  await pool().query(RELEASE, [jobId, workerId, waitSeconds + RUN_SLACK_SECONDS])
}

/** Stores in how many seconds a failed run is repeated. */
export async function expectRun({ jobId, run }: JobRun, inSeconds: number): Promise<void> {
  await pool().query(EXPECT, [jobId, run, inSeconds + RUN_SLACK_SECONDS])
}

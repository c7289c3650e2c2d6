import { db } from '@/lib/core/db/db'
import type { Problem } from '@/lib/core/problem/problem'
import { toProblemBody } from '@/lib/core/problem/problem-body'
import { JOB_CHANNEL } from './job-table'

/** The first sentence of a detail says what happened; the others advise people who would have to act. */
function firstSentence(detail: string): string {
  return /^[^\n]*?[.!?](?=\s|$)/.exec(detail)?.[0] ?? detail.split('\n', 1)[0] ?? ''
}

/** Stores why a running job waits, and for how long, and announces it. */
export async function reportWait(jobId: string, problem: Problem, seconds: number): Promise<void> {
  const { code, detail } = toProblemBody(problem)
  const waiting = JSON.stringify({ code, detail: firstSentence(detail) })
  await db().$executeRaw`
    with waiting as (
      update job set waiting = ${waiting}::json, waiting_until = now() + make_interval(secs => ${seconds}::float8)
      where id = ${jobId}::uuid and finished_at is null returning id
    ) select pg_notify(${JOB_CHANNEL}, id::text) from waiting`
}

/** Announces that a job works again, if it waited. */
export async function endWait(jobId: string): Promise<void> {
  await db().$executeRaw`
    with working as (
      update job set waiting = null, waiting_until = null
      where id = ${jobId}::uuid and waiting_until is not null returning id
    ) select pg_notify(${JOB_CHANNEL}, id::text) from working`
}

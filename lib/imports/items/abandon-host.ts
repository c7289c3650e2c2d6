import { db } from '@/lib/core/db/db'
import { log } from '@/lib/core/log'
import type { Problem } from '@/lib/core/problem/problem'
import { toProblemJson } from '@/lib/core/problem/problem-body'
import { refusesServer } from '@/lib/sources/refuses-server'
import { lastErrors } from './item-table'

/** After how many failed episodes in a row, each retried, a host is abandoned. */
const IN_A_ROW = 3

/** Whether a problem means that a host is unavailable, and not just one recording. */
const isAway = (problem: Pick<Problem, 'context'> & { code: string }) =>
  problem.code === 'upstream_timeout' || refusesServer(problem)

/**
 * Fails the remaining episodes of an import on a host that is unavailable, when its last episodes have all failed so.
 * Episodes elsewhere continue, and the next import tries these again.
 */
export async function abandonHost(batchId: string, host: string, problem: Problem): Promise<void> {
  if (!isAway(problem)) return
  const last = await lastErrors(batchId, host, IN_A_ROW)
  if (last.filter((error) => error !== null && isAway(error)).length < IN_A_ROW) return
  const { count } = await db().importItem.updateMany({
    where: { batchId, host, state: 'queued' },
    data: { state: 'failed', error: toProblemJson(problem), finishedAt: new Date() },
  })
  log.info('an import abandoned a server after repeated failures', {
    batch_id: batchId,
    host,
    items: count,
    code: problem.code,
  })
}

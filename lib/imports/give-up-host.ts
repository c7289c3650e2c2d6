import { db } from '@/lib/platform/db'
import { log } from '@/lib/platform/log'
import type { Problem } from '@/lib/platform/problem'
import { toProblemJson } from '@/lib/platform/problem-body'
import type { ProblemCode } from '@/lib/platform/problem-table'

/** What says that a server is away, and not that one recording is. */
const AWAY: readonly ProblemCode[] = ['upstream_timeout', 'upstream_blocked']
/** So many episodes of it in a row, each tried several times. */
const IN_A_ROW = 3

/**
 * Gives up what an import has left on a server that is away: the last episodes that came to an end there have all failed of
 * it. Episodes elsewhere go on, and the next import tries these again.
 */
export async function abandonHost(batchId: string, host: string, problem: Problem): Promise<void> {
  if (!AWAY.includes(problem.code)) return
  const last = await db().$queryRaw<{ code: string | null }[]>`
    select error->>'code' as code from import_item
    where batch_id = ${batchId}::uuid and host = ${host} and finished_at is not null and started_at is not null
    order by finished_at desc limit ${IN_A_ROW}`
  const away = last.filter(({ code }) => AWAY.some((one) => one === code))
  if (away.length < IN_A_ROW) return
  const { count } = await db().importItem.updateMany({
    where: { batchId, host, state: 'queued' },
    data: { state: 'failed', error: toProblemJson(problem), finishedAt: new Date() },
  })
  log.info('an import gave up a server', { batch_id: batchId, host, items: count, code: problem.code })
}

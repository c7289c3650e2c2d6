import { pool } from '@/lib/platform/db'
import { log } from '@/lib/platform/log'
import { metrics } from '@/lib/platform/metrics'

async function countRunningJobs(): Promise<void> {
  const { jobsRunning } = metrics()
  try {
    const { rows } = await pool().query<{ count: number }>(
      'select count(*)::int as count from job where finished_at is null',
    )
    jobsRunning.set(rows[0]?.count ?? 0)
  } catch (error) {
    // What is left out is not measured: a zero would be a lie.
    jobsRunning.reset()
    log.warn('the jobs can not be counted', { error })
  }
}

function countConnections(): void {
  const { totalCount, idleCount, waitingCount } = pool()
  const { connections } = metrics()
  connections.set({ state: 'busy' }, totalCount - idleCount)
  connections.set({ state: 'idle' }, idleCount)
  connections.set({ state: 'awaited' }, waitingCount)
}

/** What this process has counted, and how it is now, in Prometheus' text format. */
export async function renderMetrics(): Promise<{ body: string; contentType: string }> {
  await countRunningJobs()
  countConnections()
  const { registry } = metrics()
  return { body: await registry.metrics(), contentType: registry.contentType }
}

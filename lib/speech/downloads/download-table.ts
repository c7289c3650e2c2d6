import { type Db, pool } from '@/lib/core/db/db'

/** The PostgreSQL channel that is notified with a model's name whenever something of its download has changed. */
export const MODEL_CHANNEL = 'verbatim_model'

/** Notifies everyone who watches a model. Inside a transaction the notification is sent on commit. */
export async function announceModel(tx: Db, name: string): Promise<void> {
  await tx.$executeRaw`select pg_notify(${MODEL_CHANNEL}, ${name})`
}

/** Locks the download of a model to a machine until the transaction's end. */
export async function lockDownload(tx: Db, machineId: string, name: string): Promise<void> {
  await tx.$queryRaw`select 1 from model_download where machine_id = ${machineId}::uuid and name = ${name} for update`
}

/** The download that a run works on. */
export async function lockRun(tx: Db, runId: string): Promise<void> {
  await tx.$queryRaw`select 1 from model_download where run_id = ${runId}::uuid for update`
}

const EXTEND = {
  name: 'extend_model_download',
  text: `
    with open as (
      update model_download set expected_by = now() + make_interval(secs => $2)
      where run_id = $1 and status in ('queued', 'in_progress') returning name
    ) select pg_notify('${MODEL_CHANNEL}', name) from open`,
}

/** Extends the lease of a run and announces its progress. Returns whether the run still has the download. */
export async function extendRun(runId: string, seconds: number): Promise<boolean> {
  const { rowCount } = await pool().query({ ...EXTEND, values: [runId, seconds] })
  return rowCount === 1
}

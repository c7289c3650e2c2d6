import type { Db } from '@/lib/core/db/db'

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

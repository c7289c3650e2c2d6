import { lockUntilCommit } from '@/lib/core/db/advisory-lock'
import type { Db } from '@/lib/core/db/db'

/** The PostgreSQL channel that is notified with a model's name whenever something of its download has changed. */
export const MODEL_CHANNEL = 'verbatim_model'

/** Notifies everyone who watches a model. Inside a transaction the notification is sent on commit. */
export async function announceModel(tx: Db, name: string): Promise<void> {
  await tx.$executeRaw`select pg_notify(${MODEL_CHANNEL}, ${name})`
}

/** Has one transaction at a time start, pause or remove the download of a model to a machine. */
export async function lockDownload(tx: Db, { machineId, name }: { machineId: string; name: string }): Promise<void> {
  await lockUntilCommit(tx, `download:${machineId}:${name}`)
}

import { db } from '@/lib/core/db/db'
import { type EventKind, emit } from '@/lib/core/db/events'
import { Prisma } from '@/lib/core/generated/prisma/client'
import { DownloadStatus } from '@/lib/core/generated/prisma/enums'
import { newId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { announceModel, extendRun, lockRun } from './download-table'

/** A run of the durable function that downloads a model to a machine. */
export type DownloadRun = { machineId: string; name: string; runId: string }

/** The event that starts the run of a download. */
export const DOWNLOAD_REQUESTED: EventKind<DownloadRun> = { name: 'model/download.requested' }

/** A run without work for so long is lost. */
const LOST_AFTER_SECONDS = 600

/** The statuses of a download that is running or will run. */
export const OPEN_STATUSES: DownloadStatus[] = ['queued', 'in_progress']

const expectedBy = (seconds = 0) => new Date(Date.now() + (seconds + LOST_AFTER_SECONDS) * 1000)

/** Begins a run for a model's download, in place of any that there was. */
export async function beginRun(
  tx: Prisma.TransactionClient,
  { machineId, name }: Omit<DownloadRun, 'runId'>,
): Promise<void> {
  const runId = newId()
  const begun = {
    runId,
    status: DownloadStatus.queued,
    startedAt: null,
    failures: 0,
    error: Prisma.DbNull,
    retryAt: null,
    expectedBy: expectedBy(),
  }
  await tx.modelDownload.upsert({
    where: { machineId_name: { machineId, name } },
    create: { machineId, name, ...begun },
    update: begun,
  })
  await emit(tx, DOWNLOAD_REQUESTED, { data: { machineId, name, runId }, id: runId })
  await announceModel(tx, name)
}

type Change = Prisma.ModelDownloadUpdateManyMutationInput

/** Changes the download that a run works on. Returns whether it still is this run's, and open. */
export async function updateRun({ name, runId }: DownloadRun, change: Change, waitSeconds = 0): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const where = { runId, status: { in: OPEN_STATUSES } }
    const data = { ...change, expectedBy: expectedBy(waitSeconds) }
    const { count } = await tx.modelDownload.updateMany({ where, data })
    if (count > 0) await announceModel(tx, name)
    return count > 0
  })
}

/** Ends the download that a run has finished. */
export async function endRun({ name, runId }: DownloadRun): Promise<void> {
  await db().$transaction(async (tx) => {
    await tx.modelDownload.deleteMany({ where: { runId } })
    await announceModel(tx, name)
  })
}

/** Stores the progress of a run. Returns whether the run still has the download. */
export async function renewRun({ runId }: DownloadRun): Promise<boolean> {
  return extendRun(runId, LOST_AFTER_SECONDS)
}

/** Replaces a run that has had as many steps as a run may have, or that was lost. */
export async function replaceRun({ machineId, name, runId }: DownloadRun): Promise<void> {
  await db().$transaction(async (tx) => {
    await lockRun(tx, runId)
    const isOpen = (await tx.modelDownload.count({ where: { runId, status: { in: OPEN_STATUSES } } })) > 0
    if (isOpen) await beginRun(tx, { machineId, name })
  })
}

/** Resumes downloads whose run was lost. Called in several processes at once, it resumes each once. */
export async function resumeLostDownloads(): Promise<number> {
  const lost = await db().modelDownload.findMany({
    where: { status: { in: OPEN_STATUSES }, expectedBy: { lt: new Date() } },
    select: { machineId: true, name: true, runId: true },
  })
  for (const run of lost) {
    log.warn('the run of a model download was lost; the download continues in another', { model: run.name })
    await replaceRun(run)
  }
  return lost.length
}

import { type Db, db } from '@/lib/core/db/db'
import type { EventKind } from '@/lib/core/db/events'
import { Prisma } from '@/lib/core/generated/prisma/client'
import { DownloadStatus } from '@/lib/core/generated/prisma/enums'
import { Problem } from '@/lib/core/problem/problem'
import { toProblemJson } from '@/lib/core/problem/problem-body'
import { beginWork, endWork, expectWork, type Recovery, type WorkOf } from '@/lib/durable/work'
import { announceModel } from './download-table'

export type Download = { machineId: string; name: string }

/** A run of the durable function that downloads a model. */
export type DownloadRun = Download & { run: string }

export const DOWNLOAD_REQUESTED: EventKind<DownloadRun> = { name: 'model/download.requested' }

const DOWNLOAD_WORK: WorkOf<Download> = {
  kind: 'download',
  functionId: 'download-model',
  event: DOWNLOAD_REQUESTED,
  slackSeconds: 600,
}

/** The statuses of a download that is running or will run. */
export const OPEN_STATUSES: DownloadStatus[] = ['queued', 'in_progress']

const BEGUN = {
  status: DownloadStatus.queued,
  startedAt: null,
  failures: 0,
  error: Prisma.DbNull,
  retryAt: null,
}

/** The id of a download's work. */
export function downloadId({ machineId, name }: Download): string {
  return `${machineId}:${name}`
}

const fromId = (id: string): Download => {
  const [machineId = '', ...name] = id.split(':')
  return { machineId, name: name.join(':') }
}

/**
 * Begins a run for a model's download, in place of any that there was. All that changes both rows changes that of the
 * work first, so that two transactions do not wait for each other.
 */
export async function beginRun(tx: Db, { machineId, name }: Download): Promise<void> {
  await beginWork(tx, DOWNLOAD_WORK, downloadId({ machineId, name }), { machineId, name })
  await tx.modelDownload.upsert({
    where: { machineId_name: { machineId, name } },
    create: { machineId, name, ...BEGUN },
    update: BEGUN,
  })
  await announceModel(tx, name)
}

/** Ends the work of downloads that are paused, failed or removed. */
export async function endRun(tx: Db, download: Download): Promise<void> {
  await endWork(tx, DOWNLOAD_WORK.kind, downloadId(download))
}

type Change = Prisma.ModelDownloadUpdateManyMutationInput

/** Changes the download that a run works on. Returns whether it still is this run's, and open. */
export async function updateRun(of: DownloadRun, change: Change, waitSeconds = 0): Promise<boolean> {
  const { machineId, name, run } = of
  return db().$transaction(async (tx) => {
    if (!(await expectWork(DOWNLOAD_WORK, run, waitSeconds, tx))) return false
    const where = { machineId, name, status: { in: OPEN_STATUSES } }
    const { count } = await tx.modelDownload.updateMany({ where, data: change })
    if (change.status === 'error') await endRun(tx, of)
    if (count > 0) await announceModel(tx, name)
    return count > 0
  })
}

export async function finishRun(of: DownloadRun): Promise<void> {
  const { machineId, name, run } = of
  await db().$transaction(async (tx) => {
    if (!(await expectWork(DOWNLOAD_WORK, run, 0, tx))) return
    await tx.modelDownload.deleteMany({ where: { machineId, name } })
    await endRun(tx, of)
    await announceModel(tx, name)
  })
}

/** Announces the progress of a run. Returns whether the run still has the download. */
export async function renewRun({ name, run }: DownloadRun): Promise<boolean> {
  const isCurrent = await expectWork(DOWNLOAD_WORK, run, 0)
  if (isCurrent) await announceModel(db(), name)
  return isCurrent
}

/** Continues a download in another run. */
export const DOWNLOAD_RECOVERY: Recovery<Download> = {
  ...DOWNLOAD_WORK,
  next: async (tx, id) => {
    const download = fromId(id)
    const where = { ...download, status: { in: OPEN_STATUSES } }
    const { count } = await tx.modelDownload.updateMany({ where, data: BEGUN })
    if (count === 0) return null
    await announceModel(tx, download.name)
    return download
  },
  giveUp: async (id) => {
    const download = fromId(id)
    const error = toProblemJson(new Problem('internal_error', { cause: 'all of its runs were lost' }))
    const where = { ...download, status: { in: OPEN_STATUSES } }
    await db().modelDownload.updateMany({ where, data: { status: DownloadStatus.error, error, retryAt: null } })
    await announceModel(db(), download.name)
  },
}

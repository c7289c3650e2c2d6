import { db } from '@/lib/core/db/db'
import { engineOf } from '@/lib/speech/choose-engine'
import type { ModelAction, SpeechModelView } from '@/lib/speech/contract'
import { removeModel, requireRoom } from '@/lib/speech/models/get-model'
import { findModel, modelFolder } from '@/lib/speech/models/manifest'
import { modelState } from '@/lib/speech/models/model-state'
import { beginRun, endRun, OPEN_STATUSES } from './download-run'
import { announceModel, lockDownload } from './download-table'
import { findSpeechModel } from './list-speech-models'
import { machineId } from './machine-id'

/** How long a cancelled download may take to release its files. */
const CANCEL_TIMEOUT_MS = 10_000

/** Starts a download, or resumes it where it stopped. */
async function start(name: string): Promise<void> {
  const model = findModel(name)
  if ((await engineOf(model).capabilities()).ok) return
  await requireRoom(model, modelFolder(name))
  const download = { machineId: await machineId(), name }
  await db().$transaction(async (tx) => {
    await lockDownload(tx, download)
    // A download that waits for its next attempt begins now.
    const atWork = { ...download, status: { in: OPEN_STATUSES }, retryAt: null }
    if ((await tx.modelDownload.count({ where: atWork })) === 0) await beginRun(tx, download)
  })
}

async function pause(name: string): Promise<void> {
  const download = { machineId: await machineId(), name }
  const where = { ...download, status: { in: OPEN_STATUSES } }
  await db().$transaction(async (tx) => {
    await lockDownload(tx, download)
    await endRun(tx, download)
    await tx.modelDownload.updateMany({ where, data: { status: 'paused', retryAt: null } })
    await announceModel(tx, name)
  })
}

/** Ends the download of a model, if there is one, and removes its files. */
async function remove(name: string): Promise<void> {
  const where = { machineId: await machineId(), name }
  await db().$transaction(async (tx) => {
    await lockDownload(tx, where)
    await endRun(tx, where)
    await tx.modelDownload.deleteMany({ where })
  })
  await removeModel(name, CANCEL_TIMEOUT_MS)
  await announceModel(db(), name)
}

/** Removes the files of an incomplete model. */
async function cancel(name: string): Promise<void> {
  const model = findModel(name)
  if ((await modelState(model, modelFolder(name))) !== 'ready') await remove(name)
}

const ACTIONS: Record<ModelAction, (name: string) => Promise<void>> = { start, pause, resume: start, cancel }

/**
 * Starts, pauses, resumes or cancels the download of a model, and returns the model as it is then. A
 * model that is ready and a download that runs stay as they are. Throws `not_found`, and
 * `storage_unavailable` where the disk has no room.
 */
export async function actOnSpeechModel(name: string, action: ModelAction): Promise<SpeechModelView> {
  findModel(name)
  await ACTIONS[action](name)
  return findSpeechModel(name)
}

/**
 * Removes a model from this machine, ending its download. Throws `not_found`, and `service_unavailable` while another
 * program downloads it.
 */
export async function removeSpeechModel(name: string): Promise<SpeechModelView> {
  findModel(name)
  await remove(name)
  return findSpeechModel(name)
}

import { db } from '@/lib/core/db/db'
import { transcribesLanguage } from '@/lib/speech/better-engine-hint'
import { usableModels } from '@/lib/speech/model-to-add'
import { modelBytes, modelFolder } from '@/lib/speech/models/manifest'
import { receivedBytes } from '@/lib/speech/models/model-state'
import { OPEN_STATUSES } from './download-run'
import { machineId } from './machine-id'

/** A model that is being downloaded to this machine, and how much of it is here, 0 to 1. */
export type ComingModel = { title: string; share: number }

/** The model for a language (`und`: one that hears which it is) that is being downloaded to this machine; null: none is. */
export async function findComingModel(lang: string): Promise<ComingModel | null> {
  const models = usableModels().filter((model) => transcribesLanguage(model, lang))
  if (models.length === 0) return null
  const open = await db().modelDownload.findMany({
    where: {
      machineId: await machineId(),
      name: { in: models.map(({ name }) => name) },
      status: { in: OPEN_STATUSES },
    },
    select: { name: true },
  })
  const model = models.find(({ name }) => open.some((download) => download.name === name))
  if (!model) return null
  return { title: model.title, share: (await receivedBytes(model, modelFolder(model.name))) / modelBytes(model) }
}

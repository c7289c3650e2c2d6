import { db } from '@/lib/core/db/db'
import { whyModelsAreUnused } from '@/lib/speech/model-to-add'
import { modelBytes, type SpeechModel, speechModels } from '@/lib/speech/models/manifest'
import { modelFolder } from '@/lib/speech/models/model-folder'
import { receivedBytes } from '@/lib/speech/models/model-state'
import { machineId } from './machine-id'

/** A model that is being downloaded to this machine, and how much of it is here, 0 to 1. */
export type ComingModel = { title: string; isPaused: boolean; share: number }

function knows({ languages, identifiesLanguage, onlyIdentifies }: SpeechModel, lang: string): boolean {
  return !onlyIdentifies && (lang === 'und' ? identifiesLanguage : languages.includes(new Intl.Locale(lang).language))
}

/** The model for a language (`und`: one that hears which it is) that is being downloaded to this machine; null: none is. */
export async function findComingModel(lang: string): Promise<ComingModel | null> {
  if (whyModelsAreUnused() !== null) return null
  const where = { machineId: await machineId(), status: { not: 'error' } } as const
  for (const { name, status } of await db().modelDownload.findMany({ where })) {
    const model = speechModels().find((known) => known.name === name && knows(known, lang))
    if (!model) continue
    const share = (await receivedBytes(model, modelFolder(name))) / modelBytes(model)
    return { title: model.title, isPaused: status === 'paused', share }
  }
  return null
}

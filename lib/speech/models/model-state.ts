import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { MODEL_STATES } from '@/lib/speech/contract'
import { findModel, modelFolder, type SpeechModel } from './manifest'
import { verifyModel } from './verify-model'

export type ModelState = (typeof MODEL_STATES)[number]

/** How many bytes of a file have been fetched so far, with the fetching cut off. */
export async function partBytes(file: string): Promise<number> {
  return (await stat(`${file}.part`).catch(() => null))?.size ?? 0
}

/** The state of a model's files in a folder. */
export async function modelState(model: SpeechModel, folder: string): Promise<ModelState> {
  const states = [...(await verifyModel(model, folder)).values()]
  if (states.every((state) => state === 'good')) return 'ready'
  if (states.includes('damaged')) return 'damaged'
  if (states.includes('good')) return 'partial'
  const parts = await Promise.all(model.files.map((file) => partBytes(path.join(folder, file.path))))
  return parts.some((bytes) => bytes > 0) ? 'partial' : 'absent'
}

/** How many bytes of a model are in that folder, to the byte: whole files, and the received part of others. */
export async function receivedBytes(model: SpeechModel, folder: string): Promise<number> {
  const sizes = await Promise.all(
    model.files.map(async ({ path: name, bytes }) => {
      const file = path.join(folder, name)
      const whole = (await stat(file).catch(() => null))?.size ?? 0
      return Math.min(bytes, Math.max(whole, await partBytes(file)))
    }),
  )
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

/** Whether the model of that name has been fetched whole and is undamaged. Throws Problem `not_found`. */
export async function isModelReady(name: string): Promise<boolean> {
  return (await modelState(findModel(name), modelFolder(name))) === 'ready'
}

import { stat } from 'node:fs/promises'
import path from 'node:path'
import { findModel, type SpeechModel } from './manifest'
import { modelFolder } from './model-folder'
import { verifyModel } from './verify-model'

/** `partial`: some of it has been fetched. `damaged`: a file is not what the manifest says. */
export type ModelState = 'absent' | 'partial' | 'ready' | 'damaged'

/** How many bytes of a file have been fetched so far, with the fetching cut off. */
export async function partBytes(file: string): Promise<number> {
  return (await stat(`${file}.part`).catch(() => null))?.size ?? 0
}

/** What of a model is in that folder. */
export async function modelState(model: SpeechModel, folder: string): Promise<ModelState> {
  const states = [...(await verifyModel(model, folder)).values()]
  if (states.every((state) => state === 'good')) return 'ready'
  if (states.includes('damaged')) return 'damaged'
  if (states.includes('good')) return 'partial'
  const parts = await Promise.all(model.files.map((file) => partBytes(path.join(folder, file.path))))
  return parts.some((bytes) => bytes > 0) ? 'partial' : 'absent'
}

/** Whether the model of that name has been fetched whole and is undamaged. Throws Problem `not_found`. */
export async function isModelReady(name: string): Promise<boolean> {
  return (await modelState(findModel(name), modelFolder(name))) === 'ready'
}

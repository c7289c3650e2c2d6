import { MODELS, modelBytes, type SpeechModel } from './manifest'
import { modelFolder } from './model-folder'
import { type ModelState, modelState } from './model-state'

export type ModelDescription = Pick<SpeechModel, 'name' | 'title' | 'languages' | 'license'> & {
  /** Of all its files, as they are fetched. */
  bytes: number
  state: ModelState
}

/** The speech models that can be fetched, the best first, and what of each is here. */
export function describeModels(): Promise<ModelDescription[]> {
  return Promise.all(
    MODELS.map(async (model) => {
      const { name, title, languages, license } = model
      const state = await modelState(model, modelFolder(name))
      return { name, title, languages, license, bytes: modelBytes(model), state }
    }),
  )
}

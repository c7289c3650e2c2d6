import { modelBytes, modelFolder, type SpeechModel, speechModels } from './manifest'
import { type ModelState, modelState } from './model-state'

export type ModelDescription = Pick<SpeechModel, 'name' | 'title' | 'languages' | 'license'> & {
  /** The bytes of all its files, as they are fetched. */
  bytes: number
  state: ModelState
}

/** The speech models that can be downloaded, the best first, with the state of each. */
export function describeModels(): Promise<ModelDescription[]> {
  return Promise.all(
    speechModels().map(async (model) => {
      const { name, title, languages, license } = model
      const state = await modelState(model, modelFolder(name))
      return { name, title, languages, license, bytes: modelBytes(model), state }
    }),
  )
}

import path from 'node:path'
import type { ModelRole, SpeechModel } from '@/lib/speech/models/manifest'

/** The library's configuration for a NeMo transducer whose files lie in that folder. */
export function recogniserConfig(model: SpeechModel, folder: string, threads: number): object {
  const locationOf = (role: ModelRole) => {
    const file = model.files.find((candidate) => candidate.role === role)
    if (!file) throw new Error(`the model ${model.name} has no ${role}`)
    return path.join(folder, file.path)
  }
  return {
    // The model itself knows how many bands it wants.
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: {
      transducer: { encoder: locationOf('encoder'), decoder: locationOf('decoder'), joiner: locationOf('joiner') },
      tokens: locationOf('tokens'),
      modelType: 'nemo_transducer',
      numThreads: threads,
      provider: 'cpu',
      debug: 0,
    },
    decodingMethod: 'greedy_search',
  }
}

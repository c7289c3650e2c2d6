import path from 'node:path'
import type { ModelLibrary } from '@/lib/speech/models/create-model-engine'
import type { ModelRole, SpeechModel } from '@/lib/speech/models/manifest'
import { startRecogniser } from '@/lib/speech/recognisers/start-recogniser'
import { findSherpaProblem, recogniserEntry } from './find-sherpa-problem'
import { parseRecognition, type Recognition, recognitionSchema } from './parse-recognition'

const HEAP_MEGABYTES = 256

/** The library's configuration for a NeMo transducer whose files lie in that folder. */
function recogniserConfig(model: SpeechModel, folder: string, threads: number): object {
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

/** sherpa-onnx, whose native library runs NeMo transducers. Multilingual ones do not report the language spoken. */
export const SHERPA: ModelLibrary<Recognition> = {
  id: 'sherpa',
  canLoop: false,
  findProblem: findSherpaProblem,
  start: () =>
    startRecogniser(
      { program: process.execPath, args: [`--max-old-space-size=${HEAP_MEGABYTES}`, recogniserEntry()] },
      recognitionSchema,
    ),
  configuration: recogniserConfig,
  request: () => ({}),
  read: (heard, durationMs) => ({ segments: parseRecognition(heard, durationMs), lang: null }),
}

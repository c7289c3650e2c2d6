import { changesOf } from '@/lib/core/db/changes-of'
import type { SpeechModelView } from '@/lib/speech/contract'
import { MODEL_CHANNEL } from './download-table'
import { findSpeechModel } from './list-speech-models'

/** Whether the model stays as it is until a user acts. */
function standsStill({ download }: SpeechModelView): boolean {
  return download === null || download.status === 'paused' || download.status === 'error'
}

/** Yields a model now and after each change, until its download has ended or is paused, or `signal` aborts. */
export async function* watchSpeechModel(name: string, signal: AbortSignal): AsyncGenerator<SpeechModelView> {
  let last = ''
  try {
    for await (const _ of changesOf(MODEL_CHANNEL, name, signal)) {
      const model = await findSpeechModel(name)
      const next = JSON.stringify(model)
      if (next !== last) yield model
      last = next
      if (standsStill(model)) return
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

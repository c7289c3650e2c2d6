import { createClient } from '@/lib/api/client'
import { transcribeAgain } from '@/lib/library/transcribe-again/contract'
import {
  actOnSpeechModel,
  listSpeechModels,
  type ModelAction,
  removeSpeechModel,
  type SpeechModelView,
  speechModelSchema,
} from '@/lib/speech/contract'
import { words } from './words'

/** Starts, pauses, resumes or cancels a download, or removes a model; returns the model as it is then. */
export async function actOnModel(name: string, action: ModelAction | 'remove'): Promise<SpeechModelView> {
  const call = createClient()
  if (action === 'remove') return (await call(removeSpeechModel, { params: { name } })).body
  return (await call(actOnSpeechModel, { body: { name, action } })).body
}

/** Requests that a text is transcribed again: with the better engine in use, or in another language. Returns the ID of the job. */
export async function transcribeTextAgain(id: string, lang: string | null): Promise<string> {
  const { body } = await createClient()(transcribeAgain, { params: { id }, query: lang === null ? {} : { lang } })
  return body.job_id
}

export async function fetchModel(name: string): Promise<SpeechModelView> {
  const { models } = (await createClient()(listSpeechModels, {})).body
  const model = models.find((one) => one.name === name)
  if (!model) throw new Error(words.gone(name))
  return model
}

type Listener = {
  onModel: (model: SpeechModelView) => void
  /** Events do not come through: a proxy, an old browser. */
  onSilence: () => void
}

/** Calls back with each change of a model until its download has ended or is paused. */
export function watchModel(name: string, { onModel, onSilence }: Listener): () => void {
  const events = new EventSource(`/v1/speech/models/${encodeURIComponent(name)}/events`)
  events.addEventListener('model', ({ data }) => {
    const parsed = speechModelSchema.safeParse(JSON.parse(String(data)))
    if (!parsed.success) return onSilence()
    onModel(parsed.data)
  })
  events.onerror = () => {
    if (events.readyState === EventSource.CLOSED) onSilence()
  }
  return () => events.close()
}

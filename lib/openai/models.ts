import { Problem } from '@/lib/core/problem/problem'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { ENGINES } from '@/lib/speech/engine'
import { speechModels } from '@/lib/speech/models/manifest'
import type { Model } from './contract'

/** OpenAI's models for speech, with and without a date. */
const OPENAI_MODEL = /^(?:whisper-1|gpt-(?:4o-(?:mini-)?)?transcribe(?:-diarize)?(?:-\d{4}-\d{2}-\d{2})?)$/

/** When a model was made is not known. */
const toModel = (id: string): Model => ({ id, object: 'model', created: 0, owned_by: 'verbatim' })

/** The engine that transcribes on this server; none where none is set up. */
export async function listModels(): Promise<Model[]> {
  const { engine } = await configuredEngine()
  return engine ? [toModel(engine.id)] : []
}

async function isKnown(name: string): Promise<boolean> {
  if (OPENAI_MODEL.test(name) || (ENGINES as readonly string[]).includes(name)) return true
  if (speechModels().some((model) => model.name === name)) return true
  const { engine } = await configuredEngine()
  return engine?.model === name
}

/**
 * The model of a name that a request may send: one of OpenAI's, or an engine or model that Verbatim knows. All stand for
 * the engine that is set up: no name chooses another one, or what costs money. Throws `model_not_found`.
 */
export async function findModel(name: string): Promise<Model> {
  if (await isKnown(name)) return toModel(name)
  const detail = `The model "${name}" does not exist here. Send whisper-1, or a model of GET /v1/models.`
  throw new Problem('model_not_found', { detail, context: { field: 'model' } })
}

import { watchChanges } from '@/lib/core/db/changes-of'
import { db } from '@/lib/core/db/db'
import type { ModelDownload } from '@/lib/core/generated/prisma/client'
import type { ProblemBody } from '@/lib/core/problem/problem-schema'
import { type ChoiceOf, engineOf } from '@/lib/speech/choose-engine'
import { configuredEngines } from '@/lib/speech/configured-engine'
import { languageSupport } from '@/lib/speech/language-support'
import { whyModelsAreUnused } from '@/lib/speech/model-to-add'
import {
  childBytes,
  findModel,
  modelBytes,
  modelFolder,
  type SpeechModel,
  speechModels,
} from '@/lib/speech/models/manifest'
import { type ModelState, modelState, receivedBytes } from '@/lib/speech/models/model-state'
import { SHERPA } from '@/lib/speech/sherpa/sherpa-library'
import type { SpeechModelsView, SpeechModelView } from '../contract'
import { MODEL_CHANNEL } from './download-table'
import { machineId } from './machine-id'

/** Shorter observations are not used to estimate the pace. */
const LEAST_PACE_MS = 1_500

/** How long the rest takes at the pace of the present attempt; null while that is unknown. */
function remainingSeconds({ status, startedAt, startedBytes }: ModelDownload, received: number, total: number) {
  if (status !== 'in_progress' || !startedAt) return null
  const [elapsedMs, came] = [Date.now() - startedAt.getTime(), received - Number(startedBytes)]
  if (elapsedMs < LEAST_PACE_MS || came <= 0) return null
  return Math.ceil(((total - received) * elapsedMs) / came / 1000)
}

function describeDownload(row: ModelDownload, received: number, total: number): SpeechModelView['download'] {
  return {
    status: row.status,
    remaining_seconds: row.retryAt ? null : remainingSeconds(row, received, total),
    retry_at: row.retryAt?.toISOString() ?? null,
    error: row.error as ProblemBody | null,
  }
}

/** Whether sherpa-onnx runs is known before a download; the packages that run Whisper come with one. */
async function whyUnusable(model: SpeechModel, state: ModelState): Promise<string | null> {
  if (state !== 'ready') return model.engine === 'sherpa' ? SHERPA.findProblem() : null
  const able = await engineOf(model).capabilities()
  return able.ok ? null : able.reason
}

/** Whether some language is transcribed with a model now. */
function isInUse({ engine, name, languages }: SpeechModel, choiceOf: ChoiceOf): boolean {
  return languages.map(choiceOf).some(({ engine: chosen }) => chosen?.id === engine && chosen.model === name)
}

async function toView(model: SpeechModel, row: ModelDownload | null, choiceOf: ChoiceOf) {
  const { name, title, languages, license, speed } = model
  const folder = modelFolder(name)
  // Files that are being downloaded are not hashed.
  const state = row?.status === 'in_progress' || row?.status === 'queued' ? 'partial' : await modelState(model, folder)
  const total = modelBytes(model)
  const received = state === 'ready' ? total : await receivedBytes(model, folder)
  const view: SpeechModelView = {
    engine: model.engine,
    name,
    title,
    languages,
    license,
    only_identifies: model.onlyIdentifies,
    identifies_language: model.identifiesLanguage,
    longest_seconds: model.longestSeconds,
    memory_bytes: childBytes(model),
    speed: speed && { times_real_time: speed.timesRealTime, processor: speed.processor, source: speed.source },
    error_rates: model.errorRates,
    size_bytes: total,
    state,
    received_bytes: received,
    unusable_because: await whyUnusable(model, state),
    in_use: state === 'ready' && isInUse(model, choiceOf),
    download: row && state !== 'ready' ? describeDownload(row, received, total) : null,
  }
  return view
}

/** All models that can be downloaded to this machine, the best first, and what of each is here. */
export async function listSpeechModels(): Promise<SpeechModelsView> {
  const id = await machineId()
  const [rows, choiceOf] = await Promise.all([
    db().modelDownload.findMany({ where: { machineId: id } }),
    configuredEngines(),
  ])
  const { engine } = choiceOf(null)
  const rowOf = (name: string) => rows.find((row) => row.name === name) ?? null
  return {
    engine: engine && { name: engine.id, model: engine.model },
    unused_because: whyModelsAreUnused(),
    languages: (await languageSupport()).map(({ errorPercent, ...support }) => ({
      ...support,
      error_percent: errorPercent,
    })),
    models: await Promise.all(speechModels().map((model) => toView(model, rowOf(model.name), choiceOf))),
  }
}

/** One model as `listSpeechModels` describes it. Throws `not_found`. */
export async function findSpeechModel(name: string): Promise<SpeechModelView> {
  const model = findModel(name)
  const where = { machineId_name: { machineId: await machineId(), name } }
  return toView(model, await db().modelDownload.findUnique({ where }), await configuredEngines())
}

/** Whether the model stays as it is until a user acts. */
function standsStill({ download }: SpeechModelView): boolean {
  return download === null || download.status === 'paused' || download.status === 'error'
}

/** Yields a model now and after each change, until its download has ended or is paused, or `signal` aborts. */
export function watchSpeechModel(name: string, signal: AbortSignal): AsyncGenerator<SpeechModelView> {
  return watchChanges([MODEL_CHANNEL, name], () => findSpeechModel(name), standsStill, signal)
}

import { z } from 'zod'
import { DownloadStatus } from '@/lib/core/generated/prisma/enums'
import { defineOperation } from '@/lib/core/operations/operation'
import { nameField } from '@/lib/core/operations/text-field'
import { orNull, problemSchema } from '@/lib/core/problem/problem-schema'

/** `partial`: some of it is here, and the rest is not being downloaded. `damaged`: a file is not what it should be. */
export const MODEL_STATES = ['absent', 'partial', 'ready', 'damaged'] as const

const downloadSchema = z
  .object({
    /** `error`: it has failed, and continues where it stopped when it is resumed. */
    status: z.enum(DownloadStatus),
    /** Estimated, while there is something to go by. */
    remaining_seconds: z.int().nullable(),
    /** The time of the next automatic attempt, after a failure that may pass. */
    retry_at: z.string().nullable(),
    error: orNull(problemSchema),
  })
  .meta({ id: 'ModelDownload' })

export const speechModelSchema = z
  .object({
    /** `sherpa` or `whisper`: the engine that runs it. */
    engine: z.string(),
    name: z.string(),
    title: z.string(),
    languages: z.array(z.string()),
    license: z.string(),
    /** It is only asked which language is spoken, and comes with the models that need it. */
    only_identifies: z.boolean(),
    /** Whether it finds out which language is spoken. */
    identifies_language: z.boolean(),
    /** The longest sound that it hears at a time; null: more than is ever sent. */
    longest_seconds: z.int().nullable(),
    /** About how much memory a process with it takes. */
    memory_bytes: z.int(),
    /** How many seconds of sound it transcribes in a second, as its source measured it. */
    speed: orNull(
      z
        .object({ times_real_time: z.number(), processor: z.string(), source: z.string() })
        .meta({ id: 'SpeechModelSpeed' }),
    ),
    /** Words wrong by language, in percent. Rates of different tests can't be compared. */
    error_rates: z.array(
      z
        .object({ test: z.string(), source: z.string(), percent: z.record(z.string(), z.number()) })
        .meta({ id: 'SpeechModelErrorRates' }),
    ),
    size_bytes: z.int(),
    state: z.enum(MODEL_STATES),
    /** How much of it is on the disk of this machine. */
    received_bytes: z.int(),
    /** Why it can't be used on this machine, in a sentence; null: it can, as far as is known before a download. */
    unusable_because: z.string().nullable(),
    /** Whether jobs are transcribed with it now. */
    in_use: z.boolean(),
    download: orNull(downloadSchema),
  })
  .meta({ id: 'SpeechModel' })
export type SpeechModelView = z.infer<typeof speechModelSchema>

const speechLanguageSchema = z
  .object({
    lang: z.string(),
    /** The engine that transcribes it now; null: none. */
    engine: z.object({ name: z.string(), model: z.string() }).nullable(),
    /** The model that would add it; null: an engine has it, or no model does. */
    download: z.string().nullable(),
    /** Words wrong, in percent, by the source of that model. */
    error_percent: z.number().nullable(),
  })
  .meta({ id: 'SpeechLanguage' })
export type SpeechLanguage = z.infer<typeof speechLanguageSchema>

export const speechModelsSchema = z
  .object({
    /** The engine that jobs use now; null where there is none. */
    engine: z.object({ name: z.string(), model: z.string() }).nullable(),
    /** Why a downloaded model would not be used, in a sentence; null: it would. */
    unused_because: z.string().nullable(),
    models: z.array(speechModelSchema),
    /** Every language that can be transcribed, now or after a download; those that work now first. */
    languages: z.array(speechLanguageSchema),
  })
  .meta({ id: 'SpeechModels' })
export type SpeechModelsView = z.infer<typeof speechModelsSchema>

const TAG = 'Speech'
const params = z.object({ name: nameField() })
const ONE = { description: 'The model', schema: speechModelSchema }

export const listSpeechModels = defineOperation({
  id: 'listSpeechModels',
  method: 'get',
  path: '/v1/speech/models',
  summary: 'List the speech models for this machine, best first, with their download state',
  tag: TAG,
  access: 'operator',
  limit: 'frequent',
  success: speechModelsSchema,
  answers: { 200: { description: 'All models', schema: speechModelsSchema } },
})

export const MODEL_ACTIONS = ['start', 'pause', 'resume', 'cancel'] as const
export type ModelAction = (typeof MODEL_ACTIONS)[number]

export const actOnSpeechModel = defineOperation({
  id: 'actOnSpeechModel',
  method: 'post',
  path: '/v1/speech/models',
  summary: 'Start, pause, resume or cancel the download of a speech model',
  tag: TAG,
  access: 'operator',
  problems: ['not_found', 'storage_unavailable'],
  body: z.object({ name: nameField(), action: z.enum(MODEL_ACTIONS).default('start') }).meta({ id: 'ModelAction' }),
  success: speechModelSchema,
  answers: { 200: ONE },
})

export const watchSpeechModel = defineOperation({
  id: 'watchSpeechModel',
  method: 'get',
  path: '/v1/speech/models/{name}/events',
  isLongLasting: true,
  summary: 'Stream a model as server-sent events, on every change until its download ends or pauses',
  tag: TAG,
  access: 'operator',
  problems: ['not_found'],
  params,
  success: speechModelSchema,
  answers: { 200: { description: 'A stream of `model` events', mediaTypes: ['text/event-stream'] } },
})

export const removeSpeechModel = defineOperation({
  id: 'removeSpeechModel',
  method: 'delete',
  path: '/v1/speech/models/{name}',
  summary: 'Delete a speech model or its download from this machine',
  tag: TAG,
  access: 'operator',
  problems: ['not_found'],
  params,
  success: speechModelSchema,
  answers: { 200: ONE },
})

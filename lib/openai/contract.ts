import { z } from 'zod'
import { laxBoolean } from '@/lib/core/operations/lax-boolean'
import { defineOperation } from '@/lib/core/operations/operation'
import { nameField, textField } from '@/lib/core/operations/text-field'
import { RECORDING_PROBLEMS } from '@/lib/core/problem/problem-groups'
import { MAX_KEYWORDS } from '@/lib/transcripts/contract'

export const RESPONSE_FORMATS = ['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json'] as const
export type ResponseFormat = (typeof RESPONSE_FORMATS)[number]

const GRANULARITIES = ['word', 'segment'] as const
export type Granularity = (typeof GRANULARITIES)[number]

/** OpenAI's bound is lower. The end of a longer prompt is used. */
const MAX_PROMPT_CHARACTERS = 64 * 1024

const MAX_LANGUAGES = 100

/** The fields that are read, as OpenAI names them. */
export const transcriptionFieldsSchema = z.object({
  model: nameField(),
  /** ISO 639-1; the language is detected where it is absent. */
  language: nameField().default(''),
  /** Languages that may be spoken: a single one is taken as `language`, among several the engine decides. */
  'languages[]': z.array(nameField()).max(MAX_LANGUAGES).default([]),
  /** Names and terms that may come up. */
  'keywords[]': z.array(nameField()).max(MAX_KEYWORDS).default([]),
  response_format: z.enum(RESPONSE_FORMATS).default('json'),
  'timestamp_granularities[]': z
    .array(z.enum(GRANULARITIES))
    .max(GRANULARITIES.length)
    .default((): Granularity[] => ['segment']),
  stream: laxBoolean({ default: false }),
  prompt: textField(MAX_PROMPT_CHARACTERS).default(''),
})
export type TranscriptionFields = z.infer<typeof transcriptionFieldsSchema>

/** The whole form. The last fields are accepted and not used. */
const transcriptionFormSchema = transcriptionFieldsSchema
  .extend({
    file: z.string().meta({ format: 'binary' }),
    temperature: z.number().optional(),
    chunking_strategy: textField(1000).optional(),
  })
  .meta({ id: 'OpenAITranscriptionForm' })

const usageSchema = z.object({ type: z.literal('duration'), seconds: z.number() }).meta({ id: 'OpenAIUsage' })

const transcriptionSchema = z.object({ text: z.string(), usage: usageSchema }).meta({ id: 'OpenAITranscription' })

const verboseSchema = z
  .object({
    task: z.literal('transcribe'),
    /** The English name of the language in lower case. */
    language: z.string(),
    duration: z.number(),
    text: z.string(),
    words: z.array(z.object({ word: z.string(), start: z.number(), end: z.number() })).optional(),
    segments: z
      .array(
        z.object({
          id: z.int(),
          seek: z.int(),
          start: z.number(),
          end: z.number(),
          text: z.string(),
          tokens: z.array(z.int()),
          temperature: z.number(),
          avg_logprob: z.number(),
          compression_ratio: z.number(),
          no_speech_prob: z.number(),
        }),
      )
      .optional(),
    usage: usageSchema,
  })
  .meta({ id: 'OpenAITranscriptionVerbose' })
export type VerboseSegment = NonNullable<z.infer<typeof verboseSchema>['segments']>[number]

const diarizedSegmentSchema = z
  .object({
    type: z.literal('transcript.text.segment'),
    id: z.string(),
    start: z.number(),
    end: z.number(),
    text: z.string(),
    speaker: z.string(),
  })
  .meta({ id: 'OpenAIDiarizedSegment' })
export type DiarizedSegment = z.infer<typeof diarizedSegmentSchema>

const diarizedSchema = z
  .object({
    task: z.literal('transcribe'),
    duration: z.number(),
    text: z.string(),
    segments: z.array(diarizedSegmentSchema),
    usage: usageSchema,
  })
  .meta({ id: 'OpenAITranscriptionDiarized' })

export type TranscriptionEvent =
  | { type: 'transcript.text.delta'; delta: string }
  | { type: 'transcript.text.done'; text: string }
  | DiarizedSegment

const TAG = 'OpenAI'
const answered = z.union([diarizedSchema, verboseSchema, transcriptionSchema])

export const createTranscription = defineOperation({
  id: 'createTranscription',
  method: 'post',
  path: '/v1/audio/transcriptions',
  summary: "Transcribe a file, as OpenAI's API does",
  tag: TAG,
  access: 'transcripts:write',
  problems: [
    ...RECORDING_PROBLEMS,
    'model_not_found',
    'invalid_language',
    'language_not_supported',
    'words_unavailable',
    'not_found',
    'expired',
    'allowance_exceeded',
    'too_many_jobs',
    'too_many_uploads',
    'upload_quota_exceeded',
    'storage_unavailable',
    'transcriber_unavailable',
    'transcriber_failed',
    'upstream_timeout',
    'cancelled',
  ],
  errors: 'openai',
  idempotencyKey: 'handler',
  isLongLasting: true,
  isSilent: true,
  rawBody: {
    description: 'The file, and how it is transcribed',
    mediaType: 'multipart/form-data',
    kind: 'file',
    form: transcriptionFormSchema,
  },
  success: answered,
  answers: {
    200: {
      description:
        'The transcript in the requested format; with `stream`, events `transcript.text.delta`, `transcript.text.segment` and `transcript.text.done`',
      schema: answered,
      mediaTypes: ['text/plain', 'application/x-subrip', 'text/vtt', 'text/event-stream'],
    },
  },
})

const modelSchema = z
  .object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })
  .meta({ id: 'OpenAIModel' })
export type Model = z.infer<typeof modelSchema>

const modelsSchema = z.object({ object: z.literal('list'), data: z.array(modelSchema) }).meta({ id: 'OpenAIModels' })

export const listModels = defineOperation({
  id: 'listModels',
  method: 'get',
  path: '/v1/models',
  summary: "List the speech engine of this server, as OpenAI's API lists models",
  tag: TAG,
  access: 'transcripts:read',
  errors: 'openai',
  success: modelsSchema,
  answers: { 200: { description: 'The engine that transcribes; none if none is set up', schema: modelsSchema } },
})

export const getModel = defineOperation({
  id: 'getModel',
  method: 'get',
  path: '/v1/models/{model}',
  summary: 'Get a model by a name that requests may send',
  tag: TAG,
  access: 'transcripts:read',
  problems: ['model_not_found'],
  errors: 'openai',
  params: z.object({ model: nameField() }),
  success: modelSchema,
  answers: { 200: { description: 'The model', schema: modelSchema } },
})

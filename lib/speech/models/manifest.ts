import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { singleton } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { CATALOGUE } from './catalogue'

/** The absolute folder of a model's files, whether they exist or not. */
export function modelFolder(name: string): string {
  return path.join(env().dataDir, 'models', name)
}

/** The engines that run downloaded models. */
export const MODEL_ENGINES = ['sherpa', 'whisper'] as const
export type ModelEngine = (typeof MODEL_ENGINES)[number]

/** The role of a file of a transducer: one of its three networks, or the table of its tokens. */
const MODEL_ROLES = ['encoder', 'decoder', 'joiner', 'tokens'] as const
export type ModelRole = (typeof MODEL_ROLES)[number]

const fileSchema = z.strictObject({
  /** Absent: the engine finds the file by its name. */
  role: z.enum(MODEL_ROLES).optional(),
  /** Its name in the model's folder and at the model's address. */
  path: z.string().regex(/^\w[\w.-]*$/, 'should be a plain file name'),
  bytes: z.int().positive(),
  /** In lower-case hexadecimal. */
  sha256: z.string().regex(/^[\da-f]{64}$/, 'should be 64 lower-case hexadecimal digits'),
  /** Whole addresses that have the same bytes, tried in order after the model's own. */
  mirrors: z.array(z.url({ protocol: /^https?$/ })).optional(),
})
export type ModelFile = z.infer<typeof fileSchema>

/** Word error rates by language, in percent, of one test. Smaller is better; rates of different tests can't be compared. */
const errorRatesSchema = z.strictObject({
  test: z.string(),
  source: z.string(),
  percent: z.record(z.string(), z.number()),
})

const modelSchema = z.strictObject({
  engine: z.enum(MODEL_ENGINES).default('sherpa'),
  /** The name in commands and settings, and of its folder. */
  name: z.string().regex(/^[a-z\d][a-z\d.-]{0,60}$/, 'should be lower-case letters, digits, points and hyphens'),
  title: z.string().min(1).max(60),
  /** Base languages, ISO 639-1. */
  languages: z.array(z.string().regex(/^[a-z]{2,3}$/)).min(1),
  /** An SPDX identifier, and who is to be named. */
  license: z.string().min(1).max(100),
  /** The folder of its files, from the base address; it names a revision, so it never changes. */
  address: z.string().min(1),
  files: z.array(fileSchema).min(1),
  /** Other models that come with it. */
  needs: z.array(z.string()).default([]),
  /** It is only asked which language is spoken. */
  onlyIdentifies: z.boolean().default(false),
  /** Whether it says which language is spoken. */
  identifiesLanguage: z.boolean().default(false),
  /** The parts of its text that have times. */
  times: z.enum(['words', 'segments']).default('words'),
  /** The longest sound that it hears at a time; null: more than a chunk of a job. */
  longestSeconds: z.int().nullable().default(null),
  /** How many seconds of sound it transcribes in one second, on which processor, by which source. */
  speed: z
    .strictObject({ timesRealTime: z.number(), processor: z.string(), source: z.string() })
    .nullable()
    .default(null),
  /** Quicker than its larger sisters, and worse: it is no remedy for a model that errs often. */
  isRough: z.boolean().default(false),
  errorRates: z.array(errorRatesSchema).default([]),
})

/** A speech model that can be fetched. */
export type SpeechModel = z.infer<typeof modelSchema>

/** A model by its entry in MODELS_FILE. */
export const toSpeechModel = (entry: z.input<typeof modelSchema>): SpeechModel => modelSchema.parse(entry)

/** The models that are offered unless MODELS_FILE lists others, the best first. */
export const BUILT_IN_MODELS: readonly SpeechModel[] = z.array(modelSchema).parse(CATALOGUE)

function readModelsFile(file: string): readonly SpeechModel[] {
  try {
    return z
      .array(modelSchema)
      .min(1)
      .parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new Error(`MODELS_FILE, ${file}, is no list of speech models: ${reason}`)
  }
}

/** The speech models that can be fetched, the best first: those of `MODELS_FILE`, else those built in. */
export function speechModels(): readonly SpeechModel[] {
  const { MODELS_FILE: file } = env()
  return file === undefined ? BUILT_IN_MODELS : singleton(`models of ${file}`, () => readModelsFile(file))
}

export function modelBytes(model: SpeechModel): number {
  return model.files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** The memory of Python with the packages of faster-whisper, and of Node with sherpa-onnx, without a model. */
const LIBRARY_BYTES = { sherpa: 150e6, whisper: 200e6 } as const

/** The memory of a process with the model: twice its weights, which both libraries unpack or convert, and its library. */
export function childBytes(model: SpeechModel): number {
  return 2 * modelBytes(model) + LIBRARY_BYTES[model.engine]
}

/** The model of that name. Throws Problem `not_found`, which lists those there are. */
export function findModel(name: string): SpeechModel {
  const models = speechModels()
  const model = models.find((known) => known.name === name)
  if (model) return model
  const names = models.map((known) => known.name)
  throw new Problem('not_found', {
    detail: `Unknown speech model "${name}". Choose one of ${names.join(', ')}.`,
    context: { models: names },
  })
}

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { singleton } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'

/** The role of a file: one of the three networks of a transducer, or the table of its tokens. */
const MODEL_ROLES = ['encoder', 'decoder', 'joiner', 'tokens'] as const
export type ModelRole = (typeof MODEL_ROLES)[number]

const fileSchema = z.strictObject({
  role: z.enum(MODEL_ROLES),
  /** Its name in the model's folder and at the model's address. */
  path: z.string().regex(/^\w[\w.-]*$/, 'should be a plain file name'),
  bytes: z.int().positive(),
  /** In lower-case hexadecimal. */
  sha256: z.string().regex(/^[\da-f]{64}$/, 'should be 64 lower-case hexadecimal digits'),
  /** Whole addresses that have the same bytes, tried in order after the model's own. */
  mirrors: z.array(z.url({ protocol: /^https?$/ })).optional(),
})
export type ModelFile = z.infer<typeof fileSchema>

const modelSchema = z.strictObject({
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
})

/** A speech model that can be fetched. */
export type SpeechModel = z.infer<typeof modelSchema>

/** The languages of Parakeet v3's model card. */
const EUROPEAN = 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(' ')

/**
 * The models that are offered unless MODELS_FILE lists others, the best first. All are NeMo transducers as sherpa-onnx
 * exports them, in 8-bit integers.
 */
export const BUILT_IN_MODELS: readonly [SpeechModel, ...SpeechModel[]] = [
  {
    name: 'parakeet-v3',
    title: 'Parakeet',
    languages: EUROPEAN,
    license: 'CC-BY-4.0, NVIDIA',
    address: 'csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8/resolve/2bda32ec70b097a55adaa07d9a7173915b43cc78',
    files: [
      {
        role: 'encoder',
        path: 'encoder.int8.onnx',
        bytes: 652_184_281,
        sha256: 'acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247',
      },
      {
        role: 'decoder',
        path: 'decoder.int8.onnx',
        bytes: 11_845_275,
        sha256: '179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e',
      },
      {
        role: 'joiner',
        path: 'joiner.int8.onnx',
        bytes: 6_355_277,
        sha256: '3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3',
      },
      {
        role: 'tokens',
        path: 'tokens.txt',
        bytes: 93_939,
        sha256: 'd58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d',
      },
    ],
  },
  {
    name: 'parakeet-110m-en',
    title: 'Parakeet small',
    languages: ['en'],
    license: 'CC-BY-4.0, NVIDIA',
    address:
      'punitd/sherpa-onnx-nemo-parakeet_tdt_transducer_110m-en-36000-int8/resolve/66a4fa70643dc7ce25c9b38b2f87e1b35ddad33d',
    files: [
      {
        role: 'encoder',
        path: 'encoder.int8.onnx',
        bytes: 131_113_202,
        sha256: '0f35509ddeb9b39002fb077d979a9fe74f06eb0bc4dd5c34f512f82e5111d657',
      },
      {
        role: 'decoder',
        path: 'decoder.int8.onnx',
        bytes: 3_955_863,
        sha256: 'f7c331c5504c2e593c76ed22b728e3f554af6c4a383dde862e719ced08b1da19',
      },
      {
        role: 'joiner',
        path: 'joiner.int8.onnx',
        bytes: 1_411_403,
        sha256: 'bf7dff69e9f2cdbe9943d70da358f38b361c115ba0105bae7e908e0d6ec782f6',
      },
      {
        role: 'tokens',
        path: 'tokens.txt',
        bytes: 9_953,
        sha256: '450e56bd2f036fe5b6aa821865838cc5aa9d8b0106134ce9a9ba0664abe6cd10',
      },
    ],
  },
]

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

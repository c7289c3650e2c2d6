import { Problem } from '@/lib/platform/problem'

/** What a file is to the recogniser: the three networks of a transducer, and the table of its tokens. */
export type ModelRole = 'encoder' | 'decoder' | 'joiner' | 'tokens'

/** `path`: its name in the model's folder and at the model's address; `sha256` in lower-case hexadecimal. */
export type ModelFile = { role: ModelRole; path: string; bytes: number; sha256: string }

/** A speech model that can be fetched. */
export type SpeechModel = {
  /** How the commands and the settings call it, and its folder. */
  name: string
  title: string
  /** Base languages, ISO 639-1. */
  languages: string[]
  /** An SPDX identifier, and who is to be named. */
  license: string
  /** The folder of its files, from the base address; it names a revision, so it never changes. */
  address: string
  files: ModelFile[]
}

/** The languages of Parakeet v3's model card. */
const EUROPEAN = 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(' ')

/** What `npm run models` knows, the best first. All are NeMo transducers as sherpa-onnx exports them, in 8-bit integers. */
export const MODELS: readonly SpeechModel[] = [
  {
    name: 'parakeet-v3',
    title: 'Parakeet TDT 0.6B v3',
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
    title: 'Parakeet TDT 110M',
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

/** The bytes of all files of a model. */
export function modelBytes(model: SpeechModel): number {
  return model.files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** The model of that name. Throws Problem `not_found`, which lists those there are. */
export function findModel(name: string): SpeechModel {
  const model = MODELS.find((known) => known.name === name)
  if (model) return model
  const names = MODELS.map((known) => known.name)
  throw new Problem('not_found', {
    detail: `There is no speech model "${name}". Choose one of ${names.join(', ')}.`,
    context: { models: names },
  })
}

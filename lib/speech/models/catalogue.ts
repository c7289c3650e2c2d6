import { WHISPER_LANGUAGES } from '../whisper-codes'

/** The languages of Parakeet v3's model card. */
const EUROPEAN = 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(' ')

const TRANSCRIBE_CPP = 'transcribe.cpp, docs/models'
const speed = (timesRealTime: number) => ({
  timesRealTime,
  processor: 'Ryzen 7 4750U, 8 bits',
  source: TRANSCRIBE_CPP,
})
const inEnglish = (percent: number) => ({
  test: 'LibriSpeech clean',
  source: TRANSCRIBE_CPP,
  percent: { en: percent },
})

/** The files that the multilingual models share, up to large-v2. */
const WHISPER_TEXT_FILES = [
  {
    path: 'tokenizer.json',
    bytes: 2_203_239,
    sha256: 'fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab',
  },
  {
    path: 'vocabulary.txt',
    bytes: 459_861,
    sha256: '34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913',
  },
]
const WHISPER = {
  engine: 'whisper',
  languages: WHISPER_LANGUAGES,
  license: 'MIT, OpenAI',
  identifiesLanguage: true,
  longestSeconds: 30,
}

/**
 * The models that are offered unless MODELS_FILE lists others, the best first. Those of sherpa-onnx are NeMo transducers in 8-bit
 * integers; those of Whisper are CTranslate2's in 16-bit floats, which are made 8-bit integers when they are loaded. Each hash is the
 * publisher's, and was compared with that of other projects which pin the same file.
 */
export const CATALOGUE = [
  {
    engine: 'sherpa',
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
    speed: speed(7),
    errorRates: [
      inEnglish(1.94),
      {
        test: 'FLEURS',
        source: 'FluidAudio, Benchmarks',
        percent: {
          ...{ it: 4.0, es: 4.5, en: 5.4, de: 5.9, fr: 5.9, ru: 7.2, uk: 7.2, nl: 7.8, pl: 8.6 },
          ...{ et: 20.1, da: 20.2, lt: 25.0, mt: 25.2, lv: 27.1, sl: 27.4, el: 36.9 },
        },
      },
    ],
  },
  {
    engine: 'sherpa',
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
  {
    ...WHISPER,
    name: 'whisper-turbo',
    title: 'Whisper large-v3-turbo',
    address: 'dropbox-dash/faster-whisper-large-v3-turbo/resolve/0a363e9161cbc7ed1431c9597a8ceaf0c4f78fcf',
    files: [
      {
        path: 'model.bin',
        bytes: 1_617_884_929,
        sha256: 'e76620f83d5f5b69efd3d87e3dc180c1bd21df9fbebacfd4335e5e1efcc018da',
      },
      {
        path: 'config.json',
        bytes: 2_263,
        sha256: 'b0253ea6c0d3bea6b1e19e91a02acfd3b53f4467362efcb5a3e6b16c9b3a9b7e',
      },
      {
        path: 'preprocessor_config.json',
        bytes: 340,
        sha256: '7ccc62c6f2765af1f3b46c00c9b5894426835a05021c8b9c01eecb6dfb542711',
      },
      {
        path: 'tokenizer.json',
        bytes: 2_710_337,
        sha256: '297b13372ac43916285644fb9687add3cc62ee2a1adb60da3dc25cc94c1871fd',
      },
      {
        path: 'vocabulary.json',
        bytes: 1_068_114,
        sha256: 'c69260f2ab26d659b7c398f9a2b2b48ed0df16c3b47d7326782fd9cba71690c1',
      },
    ],
    needs: ['whisper-tiny'],
    speed: speed(0.9),
    errorRates: [inEnglish(2.01)],
  },
  {
    ...WHISPER,
    name: 'whisper-small',
    title: 'Whisper small',
    address: 'Systran/faster-whisper-small/resolve/536b0662742c02347bc0e980a01041f333bce120',
    files: [
      {
        path: 'model.bin',
        bytes: 483_546_902,
        sha256: '3e305921506d8872816023e4c273e75d2419fb89b24da97b4fe7bce14170d671',
      },
      {
        path: 'config.json',
        bytes: 2_370,
        sha256: 'b55496ac7940a7ae47d2c01eab40edfd8701feec1229d9cce3b40014383fb828',
      },
      ...WHISPER_TEXT_FILES,
    ],
    needs: ['whisper-tiny'],
    isRough: true,
    speed: speed(4),
    errorRates: [inEnglish(3.33)],
  },
  {
    ...WHISPER,
    name: 'whisper-tiny',
    title: 'Whisper tiny',
    onlyIdentifies: true,
    address: 'Systran/faster-whisper-tiny/resolve/d90ca5fe260221311c53c58e660288d3deb8d356',
    files: [
      {
        path: 'model.bin',
        bytes: 75_538_270,
        sha256: 'dcb76c6586fc06cbdac6dd21f14cfd129cc4cdd9dce19bf4ffa62e59cbe6e6d1',
      },
      {
        path: 'config.json',
        bytes: 2_249,
        sha256: 'a73a28cdfe1c43ccc7202fa333d1f89c202477271407ae9a7f19afa52039cac8',
      },
      ...WHISPER_TEXT_FILES,
    ],
    speed: speed(29),
    errorRates: [inEnglish(7.53)],
  },
]

import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type ModelRole, type SpeechModel, toSpeechModel } from '@/lib/speech/models/manifest'
import { type Network, onnxModel } from './onnx-model'

const BANDS = 80
const HALF = BANDS / 2
const FRAMES = 8
const NEVER = -100
/** Between what log-mel bands are in silence, near -16, and with a tone in them. */
const RECOGNISED = -12

/** The three real tokens, and the blank last, as NeMo has it. */
const TOKENS = ['▁low', '▁high', 'er', '<blk>']
const DURATIONS = 5
const LOGITS = TOKENS.length + DURATIONS

const floats = (...values: number[]) => new Float32Array(values)

/** The mean energy of the low bands and of the high ones, over 80 ms each. */
function encoder(): Network {
  const weight = 1 / (HALF * FRAMES)
  const kernels = [0, 1].flatMap((half) =>
    Array.from({ length: BANDS * FRAMES }, (_, at) => (Math.floor(at / FRAMES / HALF) === half ? weight : 0)),
  )
  return {
    metadata: {
      vocab_size: String(TOKENS.length - 1),
      subsampling_factor: String(FRAMES),
      normalize_type: 'NA',
      pred_rnn_layers: '1',
      pred_hidden: '1',
      feat_dim: String(BANDS),
      // The library takes from this name that durations follow the tokens.
      url: 'tiny-tdt',
    },
    nodes: [
      {
        op: 'Conv',
        inputs: ['audio_signal', 'kernels'],
        output: 'outputs',
        attributes: [
          ['kernel_shape', [FRAMES]],
          ['strides', [FRAMES]],
        ],
      },
      { op: 'Div', inputs: ['length', 'frames'], output: 'encoded_lengths' },
    ],
    weights: [
      { name: 'kernels', shape: [2, BANDS, FRAMES], values: floats(...kernels) },
      { name: 'frames', shape: [1], values: new BigInt64Array([BigInt(FRAMES)]) },
    ],
    inputs: [
      { name: 'audio_signal', type: 'float', shape: ['batch', BANDS, 'time'] },
      { name: 'length', type: 'int64', shape: ['batch'] },
    ],
    outputs: [
      { name: 'outputs', type: 'float', shape: ['batch', 2, 'steps'] },
      { name: 'encoded_lengths', type: 'int64', shape: ['batch'] },
    ],
  }
}

/** The tokens that may follow the last one: never itself, and `er` after `low` alone. */
function decoder(): Network {
  const afterLow = [NEVER, 0, 0]
  const afterHigh = [0, NEVER, NEVER]
  const afterEr = [NEVER, 0, NEVER]
  const atFirst = [0, 0, NEVER]
  const table = floats(...afterLow, ...afterHigh, ...afterEr, ...atFirst)
  const state = [1, 'batch', 1]
  return {
    nodes: [
      { op: 'Gather', inputs: ['table', 'targets'], output: 'rows' },
      { op: 'Transpose', inputs: ['rows'], output: 'outputs', attributes: [['perm', [0, 2, 1]]] },
      { op: 'Identity', inputs: ['target_length'], output: 'prednet_lengths' },
      { op: 'Identity', inputs: ['states.1'], output: 'next.1' },
      { op: 'Identity', inputs: ['states.2'], output: 'next.2' },
    ],
    weights: [{ name: 'table', shape: [TOKENS.length, 3], values: table }],
    inputs: [
      { name: 'targets', type: 'int32', shape: ['batch', 'tokens'] },
      { name: 'target_length', type: 'int32', shape: ['batch'] },
      { name: 'states.1', type: 'float', shape: state },
      { name: 'states.2', type: 'float', shape: state },
    ],
    outputs: [
      { name: 'outputs', type: 'float', shape: ['batch', 3, 'tokens'] },
      { name: 'prednet_lengths', type: 'int32', shape: ['batch'] },
      { name: 'next.1', type: 'float', shape: state },
      { name: 'next.2', type: 'float', shape: state },
    ],
  }
}

/** Adds up what is heard and what may follow; every token lasts one step. */
function joiner(): Network {
  const transcribed = new Float32Array(LOGITS * 2)
  transcribed.set([1, 0, 0, 1, 1, 0])
  const follows = new Float32Array(LOGITS * 3)
  follows.set([1, 0, 0, 0, 1, 0, 0, 0, 1])
  const bias = new Float32Array(LOGITS)
  bias.set([0, 0, 0, RECOGNISED, 0, 1])
  return {
    nodes: [
      { op: 'Conv', inputs: ['encoder_outputs', 'heard', 'bias'], output: 'a' },
      { op: 'Conv', inputs: ['decoder_outputs', 'follows'], output: 'b' },
      { op: 'Add', inputs: ['a', 'b'], output: 'sum' },
      { op: 'Reshape', inputs: ['sum', 'shape'], output: 'logits' },
    ],
    weights: [
      { name: 'heard', shape: [LOGITS, 2, 1], values: transcribed },
      { name: 'follows', shape: [LOGITS, 3, 1], values: follows },
      { name: 'bias', shape: [LOGITS], values: bias },
      { name: 'shape', shape: [4], values: new BigInt64Array([1n, 1n, 1n, BigInt(LOGITS)]) },
    ],
    inputs: [
      { name: 'encoder_outputs', type: 'float', shape: [1, 2, 1] },
      { name: 'decoder_outputs', type: 'float', shape: [1, 3, 1] },
    ],
    outputs: [{ name: 'logits', type: 'float', shape: [1, 1, 1, LOGITS] }],
  }
}

/**
 * Writes a token-and-duration transducer that the library takes as it takes Parakeet, of a few kilobytes: it hears low
 * tones as "lower" and high ones as "high". Returns what the manifest would say of it.
 */
export async function makeTinyModel(folder: string, name = 'tiny'): Promise<SpeechModel> {
  const files: Record<ModelRole, Buffer> = {
    encoder: onnxModel(encoder()),
    decoder: onnxModel(decoder()),
    joiner: onnxModel(joiner()),
    tokens: Buffer.from(TOKENS.map((token, id) => `${token} ${id}\n`).join('')),
  }
  const roles: ModelRole[] = ['encoder', 'decoder', 'joiner', 'tokens']
  await mkdir(folder, { recursive: true })
  await Promise.all(roles.map((role) => writeFile(path.join(folder, role), files[role])))
  return toSpeechModel({
    name,
    title: 'Two tones',
    languages: ['en'],
    license: 'MIT',
    address: 'tiny',
    files: roles.map((role) => {
      const bytes = files[role]
      return { role, path: role, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    }),
  })
}

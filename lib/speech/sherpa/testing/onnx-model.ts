/** Just enough of protobuf's wire format and of ONNX's schema to write a network of a few nodes. */

type Field = [number: number, value: number | string | Buffer]
type Attribute = [name: string, ints: number[]]
export type Node = { op: string; inputs: string[]; output: string; attributes?: Attribute[] }
/** `shape`: a number for what is fixed, a name for what is not. */
export type Port = { name: string; type: 'float' | 'int32' | 'int64'; shape: (number | string)[] }
export type Weights = { name: string; shape: number[]; values: Float32Array | BigInt64Array }
export type Network = {
  metadata?: Record<string, string>
  nodes: Node[]
  weights: Weights[]
  inputs: Port[]
  outputs: Port[]
}

const TYPES = { float: 1, int32: 6, int64: 7 }
const INTS = 7
const IR_VERSION = 8
const OPERATORS = 17

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Buffer.from([...bytes, rest])
}

function message(...fields: Field[]): Buffer {
  const parts = fields.flatMap(([number, value]) => {
    if (typeof value === 'number') return [varint(number * 8), varint(value)]
    const bytes = Buffer.from(value)
    return [varint(number * 8 + 2), varint(bytes.length), bytes]
  })
  return Buffer.concat(parts)
}

const all = (number: number, values: readonly (number | string | Buffer)[]) =>
  values.map((value): Field => [number, value])

function nodeMessage({ op, inputs, output, attributes = [] }: Node): Buffer {
  const described = attributes.map(([name, ints]) => message([1, name], ...all(8, ints), [20, INTS]))
  return message(...all(1, inputs), [2, output], [4, op], ...all(5, described))
}

function portMessage({ name, type, shape }: Port): Buffer {
  const dimensions = shape.map((size) => message([typeof size === 'number' ? 1 : 2, size]))
  const tensor = message([1, TYPES[type]], [2, message(...all(1, dimensions))])
  return message([1, name], [2, message([1, tensor])])
}

function weightsMessage({ name, shape, values }: Weights): Buffer {
  const type = values instanceof Float32Array ? TYPES.float : TYPES.int64
  const raw = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
  return message(...all(1, shape), [2, type], [8, name], [9, raw])
}

export function onnxModel({ metadata = {}, nodes, weights, inputs, outputs }: Network): Buffer {
  const graph = message(
    ...all(1, nodes.map(nodeMessage)),
    [2, 'tiny'],
    ...all(5, weights.map(weightsMessage)),
    ...all(11, inputs.map(portMessage)),
    ...all(12, outputs.map(portMessage)),
  )
  const properties = Object.entries(metadata).map(([key, value]) => message([1, key], [2, value]))
  return message([1, IR_VERSION], [7, graph], [8, message([2, OPERATORS])], ...all(14, properties))
}

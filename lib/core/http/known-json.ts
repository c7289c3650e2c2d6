/** A value's JSON in UTF-8, and that of the texts that responses hold beside the value. */
type Known = { bytes: Buffer; texts: ReadonlyMap<string, Buffer> }

const known = new WeakMap<object, Known>()

/** The bytes that a body was joined of. Those that are `known` are the same objects in each body that holds them. */
export type Piece = { bytes: Buffer; isKnown: boolean }

const joined = new WeakMap<Uint8Array, Piece[]>()

const toBytes = (value: unknown) => Buffer.from(JSON.stringify(value))

/**
 * Writes the JSON of a value once, for all responses that hold it, and that of the texts that they hold beside it. The value
 * is frozen, with all in it, so that the JSON stays true. Returns the number of bytes.
 */
export function keepJson(value: object, textsBeside: readonly string[] = []): number {
  const texts = new Map(textsBeside.map((text) => [text, toBytes(text)]))
  const bytes = toBytes(value)
  freeze(value)
  known.set(value, { bytes, texts })
  return [...texts.values()].reduce((sum, { byteLength }) => sum + byteLength, bytes.byteLength)
}

function freeze(value: object): void {
  Object.freeze(value)
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) freeze(part)
}

const WIDER_THAN_A_BYTE = /[^\0-\xff]/

/** Node joins a text to the head of its answer, and both are written at half the pace where the text has wider characters. */
function writeJson(body: unknown): string | Buffer<ArrayBuffer> | undefined {
  const json = JSON.stringify(body)
  return json !== undefined && WIDER_THAN_A_BYTE.test(json) ? Buffer.from(json) : json
}

/** The same as `JSON.stringify`, in bytes where `keepJson` has written the body or some of its fields: they are not written again. */
export function toJson(body: unknown): string | Buffer<ArrayBuffer> | undefined {
  const whole = knownOf(body)?.bytes
  if (whole) return copyOf([{ bytes: whole, isKnown: true }])
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return writeJson(body)
  const found: Known[] = []
  for (const value of Object.values(body)) {
    const one = knownOf(value)
    if (one) found.push(one)
  }
  return found.length === 0 ? writeJson(body) : join(Object.entries(body), found)
}

function knownOf(value: unknown): Known | undefined {
  return typeof value === 'object' && value !== null ? known.get(value) : undefined
}

function join(fields: [name: string, value: unknown][], found: readonly Known[]): Buffer<ArrayBuffer> {
  const pieces: Piece[] = []
  let fresh = '{'
  for (const [name, value] of fields) {
    const bytes =
      typeof value === 'string' ? found.find(({ texts }) => texts.has(value))?.texts.get(value) : knownOf(value)?.bytes
    const json = bytes ? '' : JSON.stringify(value)
    if (json === undefined) continue
    fresh += `${fresh.endsWith('{') && pieces.length === 0 ? '' : ','}${JSON.stringify(name)}:${json}`
    if (!bytes) continue
    pieces.push({ bytes: Buffer.from(fresh), isKnown: false }, { bytes, isKnown: true })
    fresh = ''
  }
  pieces.push({ bytes: Buffer.from(`${fresh}}`), isKnown: false })
  return copyOf(pieces)
}

function copyOf(pieces: Piece[]): Buffer<ArrayBuffer> {
  const whole = Buffer.concat(pieces.map(({ bytes }) => bytes))
  joined.set(whole, pieces)
  return whole
}

/** The pieces that `toJson` has joined to a body; null for any other one. */
export function piecesOf(body: Uint8Array): readonly Piece[] | null {
  return joined.get(body) ?? null
}

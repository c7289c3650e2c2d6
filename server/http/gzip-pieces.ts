import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Piece } from '@/lib/core/http/known-json'

/** The header of a gzip member without name, time or comment (RFC 1952 §2.3). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty stored block, which is the last one (RFC 1951 §3.2.4). */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff])
const MOST_STORED = 0xffff

/** Ends on a whole byte without a last block, so that other blocks may follow. */
const DEFLATE = { level: 6, finishFlush: zlib.constants.Z_SYNC_FLUSH }
const deflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.deflateRaw)

/** What is known of bytes that many answers hold. Nothing in the blocks refers to what was before them. */
type Deflated = { blocks: Buffer; checksum: number; shift: number }

const deflated = new WeakMap<Buffer, Promise<Deflated>>()

async function deflate(bytes: Buffer): Promise<Deflated> {
  const blocks = await deflateRaw(bytes, DEFLATE)
  return { blocks, checksum: zlib.crc32(bytes), shift: shiftOf(bytes.byteLength) }
}

function deflateOnce(bytes: Buffer): Promise<Deflated> {
  const known = deflated.get(bytes)
  if (known) return known
  const made = deflate(bytes)
  deflated.set(bytes, made)
  // A failure is that of one moment: the next answer tries again.
  made.catch(() => deflated.delete(bytes))
  return made
}

/** Blocks that hold bytes as they are. */
function store(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = []
  for (let start = 0; start < bytes.byteLength; start += MOST_STORED) {
    const stored = bytes.subarray(start, start + MOST_STORED)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(stored.byteLength, 1)
    head.writeUInt16LE(stored.byteLength ^ MOST_STORED, 3)
    blocks.push(head, stored)
  }
  return blocks
}

/**
 * A body in gzip (RFC 1952). What is known of it is compressed once for all answers that hold it; the rest is short, and is
 * stored as it is.
 */
export async function gzipPieces(pieces: readonly Piece[]): Promise<Buffer> {
  const blocks: Buffer[] = []
  let [checksum, length] = [0, 0]
  for (const { bytes, isKnown } of pieces) {
    length += bytes.byteLength
    if (isKnown) {
      const known = await deflateOnce(bytes)
      blocks.push(known.blocks)
      checksum = multiply(known.shift, checksum) ^ known.checksum
    } else {
      blocks.push(...store(bytes))
      checksum = zlib.crc32(bytes, checksum >>> 0)
    }
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum >>> 0, 0)
  trailer.writeUInt32LE(length % 2 ** 32, 4)
  return Buffer.concat([HEADER, ...blocks, LAST_BLOCK, trailer])
}

/** The polynomial of CRC-32, its bits reversed as in zlib: the highest bit of a number stands for x to the power of 0. */
const POLYNOMIAL = 0xedb88320
const ONE = 1 << 31
const X_TO_THE_8 = 1 << 23

/** The product of two polynomials modulo that of CRC-32. */
function multiply(a: number, b: number): number {
  let [product, factor] = [0, b]
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor
    factor = (factor >>> 1) ^ ((factor & 1) === 0 ? 0 : POLYNOMIAL)
  }
  return product
}

/**
 * By what a checksum is multiplied when so many bytes follow, whose own is then added: x to the power of the number of their bits,
 * as in `crc32_combine` of zlib.
 */
function shiftOf(bytes: number): number {
  let [shift, power] = [ONE, X_TO_THE_8]
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = multiply(power, shift)
    power = multiply(power, power)
  }
  return shift
}

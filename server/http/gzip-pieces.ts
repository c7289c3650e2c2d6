import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Piece } from '@/lib/platform/http/known-json'

/** The header of a gzip member without name, time or comment (RFC 1952 §2.3). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty stored block, which is the last one (RFC 1951 §3.2.4). */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff])
const MOST_STORED = 0xffff

/** Ends on a whole byte without a last block, so that other blocks may follow. */
const DEFLATE = { level: 6, finishFlush: zlib.constants.Z_SYNC_FLUSH }
const deflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.deflateRaw)

/** Blocks of what many answers hold, made once. Nothing in them refers to what was before them. */
const deflated = new WeakMap<Buffer, Promise<Buffer>>()

function deflateOnce(bytes: Buffer): Promise<Buffer> {
  const known = deflated.get(bytes)
  if (known) return known
  const blocks = deflateRaw(bytes, DEFLATE)
  deflated.set(bytes, blocks)
  // A failure is that of one moment: the next answer tries again.
  blocks.catch(() => deflated.delete(bytes))
  return blocks
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
    blocks.push(...(isKnown ? [await deflateOnce(bytes)] : store(bytes)))
    checksum = zlib.crc32(bytes, checksum)
    length += bytes.byteLength
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum, 0)
  trailer.writeUInt32LE(length % 2 ** 32, 4)
  return Buffer.concat([HEADER, ...blocks, LAST_BLOCK, trailer])
}

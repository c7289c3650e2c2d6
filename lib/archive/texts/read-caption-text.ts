import { mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { checkCaptionSize } from '@/lib/captions/caption-limits'
import type { CaptionText } from '@/lib/captions/found-captions'
import type { EncodingHints } from '@/lib/captions/language/find-charset'
import { parseCaptionText } from '@/lib/captions/parse-caption-text'
import { newId } from '@/lib/core/ids'
import { workDir } from '@/lib/core/storage/work-dir'
import { runTextTask } from './run-text-task'
import { captionLimits, INLINE_CAPTION_BYTES } from './text-limits'
import { textOwner } from './text-owner'
import type { CaptionSource } from './text-tasks'

type Options = EncodingHints & { signal: AbortSignal }

/** Has a worker process parse captions. Returns no segments where there are none. */
function stage(source: CaptionSource, signal: AbortSignal): Promise<CaptionText> {
  const input = { source, ...captionLimits() }
  return runTextTask('stageCaptions', input, { owner: textOwner(), signal })
}

/**
 * Reads a caption file of this machine, a large one in a worker process. Returns no segments when it is no caption file.
 * Throws `file_too_large` for more than a recording can need.
 */
export async function readCaptionFileText(
  file: string,
  size: number,
  { signal, ...hints }: Options,
): Promise<CaptionText> {
  checkCaptionSize(size, captionLimits().maxJson3Bytes)
  if (size > INLINE_CAPTION_BYTES) return stage({ ...hints, file }, signal)
  return parseCaptionText({ ...hints, bytes: await readFile(file) })
}

/**
 * Reads captions from a stream: what is large goes into a file as it comes, and a worker process parses it. Returns no
 * segments when it is no caption file. Throws `file_too_large` for more than a recording can need, and what the stream
 * fails with.
 */
export async function readCaptionStream(body: AsyncIterable<Uint8Array>, options: Options): Promise<CaptionText> {
  const { maxJson3Bytes } = captionLimits()
  const chunks: Uint8Array[] = []
  let size = 0
  const count = (chunk: Uint8Array) => {
    size += chunk.byteLength
    checkCaptionSize(size, maxJson3Bytes)
    return chunk
  }
  const iterator = body[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await iterator.next()
    return done ? null : count(value)
  }
  for (let chunk = await next(); chunk; chunk = await next()) {
    chunks.push(chunk)
    if (size > INLINE_CAPTION_BYTES) return stageStream(chunks, next, options)
  }
  const { signal: _, ...hints } = options
  return parseCaptionText({ ...hints, bytes: Buffer.concat(chunks) })
}

async function stageStream(
  chunks: readonly Uint8Array[],
  next: () => Promise<Uint8Array | null>,
  { signal, ...hints }: Options,
): Promise<CaptionText> {
  const folder = path.join(workDir(), `captions-${newId()}`)
  const file = path.join(folder, 'captions')
  await mkdir(folder, { recursive: true })
  try {
    const handle = await open(file, 'wx', 0o600)
    try {
      for (const chunk of chunks) await handle.writeFile(chunk)
      for (let chunk = await next(); chunk; chunk = await next()) await handle.writeFile(chunk)
    } finally {
      await handle.close()
    }
    return await stage({ ...hints, file }, signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reads the chunks of an HLS caption track, many of them in a worker process. */
export async function readHlsText(
  chunks: readonly Uint8Array[],
  { signal }: { signal: AbortSignal },
): Promise<CaptionText> {
  const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return size <= INLINE_CAPTION_BYTES ? parseCaptionText({ hlsChunks: chunks }) : stage({ hlsChunks: chunks }, signal)
}

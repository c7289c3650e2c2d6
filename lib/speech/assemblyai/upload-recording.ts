import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Problem } from '@/lib/core/problem/problem'
import type { AssemblyaiConfig } from './assemblyai-config'
import { BoundedFiles } from './bounded-services'
import { inCall } from './in-call'
import { MAX_UPLOAD_BYTES } from './limits'

const TOTAL_MS = 6 * 3600_000

/** A file's bytes as they are read; `onProgress` is called with each part. */
async function* readParts(file: string, onPart: () => void): AsyncGenerator<Buffer> {
  for await (const part of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    onPart()
    yield part
  }
}

/**
 * Streams a file to AssemblyAI and returns the address that only its own servers can open. Throws `file_too_large` for
 * more than it takes, and what `callAssemblyai` throws.
 */
export async function uploadRecording(config: AssemblyaiConfig, file: string, signal: AbortSignal): Promise<string> {
  const { size } = await stat(file)
  if (size > MAX_UPLOAD_BYTES) {
    throw new Problem('file_too_large', { context: { max_bytes: MAX_UPLOAD_BYTES, bytes: size } })
  }
  return inCall(config, { totalMs: TOTAL_MS, signal }, async (call) => {
    const parts = Readable.from(readParts(file, call.movedOn))
    try {
      return await new BoundedFiles(config, call).upload(parts)
    } finally {
      parts.destroy()
    }
  })
}

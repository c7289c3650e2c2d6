import { open } from 'node:fs/promises'
import path from 'node:path'

/** "ggml", as whisper.cpp writes it: a number, low byte first. */
const MAGIC = 0x67676d6c
const HEADER_BYTES = 8
/** whisper.cpp's own rule: English models have one word less. */
const MULTILINGUAL_VOCABULARY = 51_865

/** The name of a model in transcripts: `base.en` of `/models/ggml-base.en.bin`. */
export function modelName(file: string): string {
  return path.basename(file, '.bin').replace(/^ggml-/, '')
}

/**
 * Whether a file is a Whisper model in ggml format, and for which languages, by its first bytes: the magic number and the
 * size of the vocabulary. Throws the system's error when it can't be read.
 */
export async function inspectModel(file: string): Promise<'multilingual' | 'english' | 'no model'> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    if (bytesRead < HEADER_BYTES || buffer.readUInt32LE(0) !== MAGIC) return 'no model'
    return buffer.readInt32LE(4) >= MULTILINGUAL_VOCABULARY ? 'multilingual' : 'english'
  } finally {
    await handle.close()
  }
}

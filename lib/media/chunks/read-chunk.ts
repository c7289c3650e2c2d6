import { open } from 'node:fs/promises'
import { PCM_BYTES_PER_MS, PCM_BYTES_PER_SAMPLE, PCM_SAMPLE_RATE } from '../pcm-format'

const HEADER_BYTES = 44

/** The canonical 44-byte RIFF header of 16-bit mono PCM. */
function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(PCM_SAMPLE_RATE, 24)
  header.writeUInt32LE(PCM_SAMPLE_RATE * PCM_BYTES_PER_SAMPLE, 28)
  header.writeUInt16LE(PCM_BYTES_PER_SAMPLE, 32)
  header.writeUInt16LE(PCM_BYTES_PER_SAMPLE * 8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(dataBytes, 40)
  return header
}

/** Reads a stretch of a PCM file (see `decodeAudio`) as a WAV file. Omits what lies past the file's end. */
export async function readChunk(pcmFile: string, startMs: number, endMs: number): Promise<Buffer> {
  const handle = await open(pcmFile, 'r')
  try {
    const { size } = await handle.stat()
    const start = Math.min(startMs * PCM_BYTES_PER_MS, size)
    const end = Math.max(start, Math.min(endMs * PCM_BYTES_PER_MS, size))
    const pcm = Buffer.alloc(end - start)
    let filled = 0
    while (filled < pcm.length) {
      const { bytesRead } = await handle.read(pcm, filled, pcm.length - filled, start + filled)
      if (bytesRead === 0) throw new Error(`${pcmFile} became shorter while it was read`)
      filled += bytesRead
    }
    return Buffer.concat([wavHeader(pcm.length), pcm])
  } finally {
    await handle.close()
  }
}

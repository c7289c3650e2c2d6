import { open } from 'node:fs/promises'
import { measureVolume } from './measure-volume'

const SAMPLED_BYTES = 64 * 1024
const SAMPLED_STRETCHES = 256
/** Two seconds of speech are louder than this, as a root mean square of full scale. */
const QUIET = 0.02

function rootMeanSquare(pcm: Buffer): number {
  let power = 0
  for (let position = 0; position + 1 < pcm.length; position += 2) power += (pcm.readInt16LE(position) / 32_768) ** 2
  return Math.sqrt(power / Math.max(1, pcm.length / 2))
}

/** Whether a PCM file is nearly silent, by stretches of two seconds all over it. */
async function isNearlySilent(pcmFile: string): Promise<boolean> {
  const handle = await open(pcmFile)
  try {
    const { size: bytes } = await handle.stat()
    const step = Math.max(SAMPLED_BYTES, 2 * Math.floor(bytes / SAMPLED_STRETCHES / 2))
    for (let position = 0; position < bytes; position += step) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLED_BYTES), 0, SAMPLED_BYTES, position)
      if (rootMeanSquare(buffer.subarray(0, bytesRead)) > QUIET) return false
    }
    return true
  } finally {
    await handle.close()
  }
}

/** Two channels that have nothing in common lose 3 dB when they are mixed. */
const CANCELLED_DB = 10

/**
 * Whether a PCM file is nearly silent because the channels of the stereo track that was mixed down to it cancel each other out, as
 * in a recording with one of two microphones wired the wrong way round. The track is measured only if the mix is nearly silent.
 */
export async function isCancelledOut(
  file: string,
  index: number,
  mixFile: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!(await isNearlySilent(mixFile))) return false
  const channels = await measureVolume(file, index, { signal })
  const mixed = await measureVolume(file, index, { signal, isMixed: true })
  return channels.meanDb - mixed.meanDb > CANCELLED_DB
}

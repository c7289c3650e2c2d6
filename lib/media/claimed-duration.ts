import { type FileHandle, open } from 'node:fs/promises'
import { z } from 'zod'
import { runFfprobe } from './run-ffprobe'

/** How long a track is said to last. `isStated`: its container says so, and it is no estimate by ffprobe. */
export type ClaimedDuration = { durationMs: number | null; isStated: boolean }

/** Containers that write down how long they are. Others end where they end. */
const STATES_DURATION = /^(?:mov|matroska|wav|w64|flac|mp3|aiff|caf|asf)\b/
const ESTIMATED = 'Estimating duration from bitrate'
const ENTRIES = 'stream=duration:stream_tags=duration:format=duration,format_name,nb_streams'

const seconds = z.string().optional()
const durationsSchema = z.object({
  streams: z.array(z.object({ duration: seconds, tags: z.record(z.string(), z.string()).default({}) })).default([]),
  format: z.object({ duration: seconds, format_name: z.string().default(''), nb_streams: z.int().default(0) }),
})

/** Seconds, or the `HH:MM:SS.fraction` of Matroska's tags, in milliseconds. */
function toMs(duration: string | undefined): number | null {
  const value = (duration ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part || Number.NaN), 0)
  return Number.isFinite(value) && value > 0 ? Math.round(value * 1000) : null
}

const WAV_HEAD_BYTES = 64 * 1024
/** Larger sizes, like 0, are what programs write that do not know the size yet. */
const LARGEST_SIZE = 0x7fff_0000

async function readHead(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(WAV_HEAD_BYTES), 0, WAV_HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

/** The length that the header of a WAV file states; null for other files and for streams. ffprobe gives what is there instead. */
async function statedWavMs(file: string): Promise<number | null> {
  const handle = await open(file)
  try {
    const head = await readHead(handle)
    if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return null
    let bytesPerSecond = 0
    for (let position = 12; position + 8 <= head.length; ) {
      const name = head.toString('latin1', position, position + 4)
      const size = head.readUInt32LE(position + 4)
      if (name === 'fmt ' && position + 20 <= head.length) bytesPerSecond = head.readUInt32LE(position + 16)
      if (name === 'data') {
        const isKnown = size > 0 && size < LARGEST_SIZE && bytesPerSecond > 0
        return isKnown ? Math.round((size / bytesPerSecond) * 1000) : null
      }
      position += 8 + size + (size % 2)
    }
    return null
  } finally {
    await handle.close()
  }
}

/**
 * How long an audio track is said to last, by its specifier (`3`, or `a:0` for the first): the file's own length counts where only
 * that is known. Throws what `probeMedia` does.
 */
export async function claimedDuration(file: string, specifier: string, signal?: AbortSignal): Promise<ClaimedDuration> {
  const show = ['-select_streams', specifier, '-show_entries', ENTRIES]
  const { json, stderr } = await runFfprobe(file, show, { signal, verbosity: 'warning' })
  const { streams, format } = durationsSchema.parse(JSON.parse(json))
  const [stream] = streams
  const tag = Object.entries(stream?.tags ?? {}).find(([name]) => name.toLowerCase() === 'duration')?.[1]
  const ownMs = toMs(stream?.duration) ?? toMs(tag)
  const fileMs = toMs(format.duration)
  const wavMs = format.format_name === 'wav' ? await statedWavMs(file) : null
  if (wavMs !== null) return { durationMs: Math.max(wavMs, ownMs ?? 0), isStated: true }
  const isOfTrack = ownMs !== null || format.nb_streams === 1
  const isStated = isOfTrack && STATES_DURATION.test(format.format_name) && !stderr.includes(ESTIMATED)
  return { durationMs: ownMs ?? fileMs, isStated }
}

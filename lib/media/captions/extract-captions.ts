import { captionLimits } from '@/lib/archive/texts/text-limits'
import { captionsTooLarge } from '@/lib/captions/caption-limits'
import { withDeadline } from '@/lib/core/concurrency/start-deadline'
import { Problem } from '@/lib/core/problem/problem'
import { runProgram } from '@/lib/core/programs/run-program'
import { checkFinished, ffmpegInput, requireFfmpeg } from '../ffmpeg'
import type { TextTrack } from '../probe-media'
import { unreadableMedia } from '../unreadable-media'
import { type TextPacket, writeCaptionFile } from './write-caption-file'

const TIMEOUT_MS = 10 * 60_000
const ENTRIES = 'packet=pts_time,duration_time,data:format=start_time'
const DUMPED = /^[\da-f]{8}: /
/** The size of a cue's times in a caption file. */
const TIMES_BYTES = 32
const HEX_COLUMNS = [10, 50] as const

/** ffprobe's seconds in milliseconds; null for `N/A`. */
function toMs(seconds: string): number | null {
  const ms = Math.round(Number(seconds) * 1000)
  return Number.isFinite(ms) ? ms : null
}

/** Reads what ffprobe prints of packets, line by line, their bytes as a hex dump. `onBytes` counts what they become. */
function createPacketReader(onBytes: (count: number) => void) {
  const packets: TextPacket[] = []
  let rest = ''
  let fileStartMs = 0
  let open = { startMs: null as number | null, durationMs: null as number | null, bytes: [] as Buffer[] }
  const close = () => {
    const { startMs, durationMs, bytes } = open
    if (startMs !== null) packets.push({ startMs, durationMs, payload: Buffer.concat(bytes) })
    onBytes(TIMES_BYTES)
    open = { startMs: null, durationMs: null, bytes: [] }
  }
  const takeLine = (line: string) => {
    if (DUMPED.test(line)) {
      const bytes = Buffer.from(line.slice(...HEX_COLUMNS).replaceAll(' ', ''), 'hex')
      open.bytes.push(bytes)
      onBytes(bytes.length)
    } else if (line.startsWith('pts_time=')) open.startMs = toMs(line.slice('pts_time='.length))
    else if (line.startsWith('duration_time=')) open.durationMs = toMs(line.slice('duration_time='.length))
    else if (line.startsWith('start_time=')) fileStartMs = toMs(line.slice('start_time='.length)) ?? 0
    else if (line === '[/PACKET]') close()
  }
  return {
    take: (chunk: Buffer) => {
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) takeLine(line)
    },
    /** Times count from the start of the file, as those of its decoded sound do. */
    all: () => packets.map((packet) => ({ ...packet, startMs: packet.startMs - fileStartMs })),
  }
}

/**
 * A text track of a media file as a caption file of the format it is stored in: nothing of its text is converted. Throws Problems:
 * `invalid_media` when the track can't be read, `file_too_large` when it is larger than a recording can need, `unsupported_media`
 * when the file is no media, `transcriber_unavailable` when ffprobe is missing, `service_unavailable` when ffprobe crashed, hung or
 * was ended: to be tried again.
 */
export async function extractCaptions(
  file: string,
  { index, codec }: Pick<TextTrack, 'index' | 'codec'>,
  options: { signal?: AbortSignal } = {},
): Promise<Buffer> {
  const ffprobe = await requireFfmpeg('ffprobe')
  const { maxBytes } = captionLimits()
  const tooLarge = new AbortController()
  let size = 0
  const packets = createPacketReader((count) => {
    size += count
    if (size > maxBytes) tooLarge.abort(captionsTooLarge(maxBytes))
  })
  const show = ['-of', 'default', '-select_streams', String(index), '-show_data', '-show_entries', ENTRIES]
  const args = ['-v', 'error', ...show, ...ffmpegInput(file)]
  const signals = [tooLarge.signal, ...(options.signal ? [options.signal] : [])]
  const run = await withDeadline({ signals }, (signal) =>
    runProgram(ffprobe.path, args, { timeoutMs: TIMEOUT_MS, signal, onStdout: packets.take }),
  )
  checkFinished(run, 'ffprobe')
  if (run.ended === 'exited' && run.exitCode === 0) return writeCaptionFile(codec, packets.all())
  if (run.ended === 'exited') throw await unreadableMedia(file, run.stderr)
  throw new Problem('invalid_media', { cause: `ffprobe: ${run.ended}` })
}

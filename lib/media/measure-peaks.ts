import { describeEnding, runProgram } from '@/lib/core/programs/run-program'
import { chooseAudio } from './choose-audio'
import { checkFinished, ffmpegInput, requireFfmpeg } from './ffmpeg'
import { probeMedia } from './probe-media'
import { unreadableMedia } from './unreadable-media'

const TIMEOUT_MS = 10 * 60_000
/** Longer recordings are measured to here. */
const MAX_SECONDS = 24 * 3600
/** Speech keeps its outline at this rate, and a day of it is quickly read. */
const SAMPLE_RATE = 4_000
const FIRST_BIN_SAMPLES = 40
const MAX_BINS = 16_384
/** The width of a player in twice the pixels of a small screen. */
const COLUMNS = 800
const LOUDEST = 255

/** Collects the loudest sample of each of at most `MAX_BINS` equal bins. When they are full, each two become one. */
function createBins() {
  let bins: number[] = []
  let binSamples = FIRST_BIN_SAMPLES
  let [count, peak] = [0, 0]
  let carry: number | null = null
  const close = () => {
    bins.push(peak)
    ;[count, peak] = [0, 0]
    if (bins.length < MAX_BINS) return
    bins = Array.from({ length: MAX_BINS / 2 }, (_, at) => Math.max(bins[2 * at] ?? 0, bins[2 * at + 1] ?? 0))
    binSamples *= 2
  }
  const add = (sample: number) => {
    const level = Math.abs(sample)
    if (level > peak) peak = level
    count += 1
    if (count === binSamples) close()
  }
  return {
    /** Takes s16le samples. One may be cut in two between chunks. */
    take: (chunk: Buffer) => {
      const bytes: Buffer = carry === null ? chunk : Buffer.concat([Buffer.from([carry]), chunk])
      carry = bytes.length % 2 === 1 ? (bytes[bytes.length - 1] ?? 0) : null
      for (let at = 0; at + 1 < bytes.length; at += 2) add(bytes.readInt16LE(at))
    },
    all: () => (count > 0 ? [...bins, peak] : bins),
  }
}

/** At most `COLUMNS` peaks, 0 to 255, of which the loudest is 255. Silence is all zeros. */
function toColumns(bins: readonly number[]): Uint8Array {
  const columns = Math.min(COLUMNS, bins.length)
  const highest = bins.reduce((high, peak) => Math.max(high, peak), 0)
  return Uint8Array.from({ length: columns }, (_, column) => {
    const [from, to] = [column, column + 1].map((at) => Math.floor((at * bins.length) / columns))
    const peak = bins.slice(from, to).reduce((high, one) => Math.max(high, one), 0)
    return highest === 0 ? 0 : Math.round((peak / highest) * LOUDEST)
  })
}

/**
 * Measures how loud a media file is over its length: at most 800 peaks, 0 to 255, each for an equal stretch of the audio track
 * that `chooseAudio` chooses for a language. Empty for a file without sound. Throws Problems: `invalid_media`, `unsupported_media`, `transcriber_unavailable` (no
 * ffmpeg), `service_unavailable` (ffmpeg crashed, hung or was ended).
 */
export async function measurePeaks(file: string, requestedLang: string, signal?: AbortSignal): Promise<Uint8Array> {
  const { audioTracks } = await probeMedia(file, { signal })
  const track = await chooseAudio(file, audioTracks, requestedLang, signal)
  if (!track) return new Uint8Array()
  const ffmpeg = await requireFfmpeg('ffmpeg')
  const sound = ['-map', `0:${track.index}`, '-af', 'aresample=async=1:first_pts=0']
  // Two channels, because opposite ones would cancel each other out in one.
  const pcm = ['-ac', '2', '-ar', String(SAMPLE_RATE), '-t', String(MAX_SECONDS), '-f', 's16le', 'pipe:1']
  const bins = createBins()
  const args = ['-nostdin', '-v', 'error', '-max_error_rate', '1', ...ffmpegInput(file), ...sound, ...pcm]
  const run = await runProgram(ffmpeg.path, args, { timeoutMs: TIMEOUT_MS, signal, onStdout: bins.take })
  checkFinished(run, 'ffmpeg')
  if (run.ended !== 'exited' || run.exitCode !== 0) {
    throw await unreadableMedia(file, `${describeEnding(run)}\n${run.stderr}`)
  }
  return toColumns(bins.all())
}

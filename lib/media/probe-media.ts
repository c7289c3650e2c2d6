import { stat } from 'node:fs/promises'
import { Problem } from '@/lib/platform/problem'
import { runProgram } from '@/lib/platform/programs/run-program'
import { checkFinished } from './check-finished'
import { ffmpegInput } from './ffmpeg-input'
import { parseClaimedDurationMs, parseProbe } from './parse-probe'
import { requireFfmpeg } from './require-ffmpeg'
import { unreadableMedia } from './unreadable-media'

/** A track of captions that is text, not pictures of text. `index` is its number among all streams of the file. */
export type TextTrack = {
  index: number
  codec: string
  /** BCP 47. */
  lang: string | null
  title: string | null
  isDefault: boolean
}

/** What a media file says it holds. `durationMs` is the header's claim; `decodeAudio` measures the truth. */
export type MediaProbe = {
  container: string
  durationMs: number | null
  hasAudio: boolean
  hasVideo: boolean
  textTracks: TextTrack[]
  tags: { title: string | null; artist: string | null }
}

const ENTRIES =
  'format=format_name,duration,probe_score:format_tags:stream=index,codec_type,codec_name:stream_disposition:stream_tags'
const TIMEOUT_MS = 60_000
const OUTPUT_LIMIT_BYTES = 4 * 1024 * 1024
/** ffprobe's own mark for a guess; below it a file's name alone may have decided. */
const SCORE_OF_A_GUESS = 25

/** What ffprobe tells of a file as JSON, or the Problem that its failure is. */
async function runFfprobe(file: string, show: readonly string[], signal: AbortSignal | undefined): Promise<string> {
  if ((await stat(file)).size === 0) throw new Problem('invalid_media')
  const ffprobe = await requireFfmpeg('ffprobe')
  const args = ['-v', 'error', '-of', 'json', ...show, ...ffmpegInput(file)]
  const run = await runProgram(ffprobe.path, args, {
    timeoutMs: TIMEOUT_MS,
    signal,
    stdoutLimitBytes: OUTPUT_LIMIT_BYTES,
  })
  checkFinished(run, 'ffprobe')
  if (run.ended === 'outputTooLong') throw new Problem('invalid_media', { cause: 'ffprobe told too much' })
  if (run.ended !== 'exited' || run.exitCode !== 0) throw await unreadableMedia(file, run.stderr)
  return run.stdout.toString('utf8')
}

/**
 * Reads what a media file holds, by its content; its name does not matter. Throws Problems: `invalid_media` (empty,
 * damaged, or cut off before its index), `unsupported_media` (anything but audio and video), `transcriber_unavailable`
 * (no ffprobe here), `service_unavailable` (ffprobe crashed, hung or was ended: to be tried again).
 */
export async function probeMedia(file: string, options: { signal?: AbortSignal } = {}): Promise<MediaProbe> {
  const { probe, score } = parseProbe(await runFfprobe(file, ['-show_entries', ENTRIES], options.signal))
  if (score <= SCORE_OF_A_GUESS) {
    const problem = await unreadableMedia(file, `guessed ${probe.container} with score ${score}`)
    if (problem.code === 'unsupported_media') throw problem
  }
  return probe
}

/** How long the first audio track of a media file is said to last, or the whole file where only that is told. */
export async function claimedAudioMs(file: string, signal?: AbortSignal): Promise<number | null> {
  const entries = ['-select_streams', 'a:0', '-show_entries', 'stream=duration:format=duration']
  return parseClaimedDurationMs(await runFfprobe(file, entries, signal))
}

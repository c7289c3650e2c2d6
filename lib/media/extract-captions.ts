import { Problem } from '@/lib/platform/problem'
import { checkKilled } from './check-killed'
import { ffmpegInput } from './ffmpeg-input'
import type { TextTrack } from './probe-media'
import { requireFfmpeg } from './require-ffmpeg'
import { runProgram } from './run-program'
import { unreadableMedia } from './unreadable-media'

const TIMEOUT_MS = 10 * 60_000
/** As much as the caption parsers take. */
const OUTPUT_LIMIT_BYTES = 32 * 1024 * 1024

/**
 * A text track of a media file as WebVTT. Throws Problems: `invalid_media` when the track can't be read or is endless,
 * `unsupported_media` when the file is no media, `transcriber_unavailable` when ffmpeg is missing.
 */
export async function extractCaptions(
  file: string,
  track: Pick<TextTrack, 'index'>,
  options: { signal?: AbortSignal } = {},
): Promise<string> {
  const ffmpeg = await requireFfmpeg('ffmpeg')
  const output = ['-map', `0:${track.index}`, '-c:s', 'webvtt', '-f', 'webvtt', 'pipe:1']
  const run = await runProgram(ffmpeg.path, ['-nostdin', '-v', 'error', ...ffmpegInput(file), ...output], {
    timeoutMs: TIMEOUT_MS,
    signal: options.signal,
    stdoutLimitBytes: OUTPUT_LIMIT_BYTES,
  })
  checkKilled(run, 'ffmpeg')
  if (run.ended === 'exited' && run.exitCode === 0) return run.stdout.toString('utf8')
  if (run.ended === 'exited') throw await unreadableMedia(file, run.stderr)
  throw new Problem('invalid_media', { cause: `ffmpeg: ${run.ended}` })
}

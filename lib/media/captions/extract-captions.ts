import { captionsTooLarge } from '@/lib/captions/caption-limits'
import { Problem } from '@/lib/platform/problem/problem'
import { runProgram } from '@/lib/platform/programs/run-program'
import { captionLimits } from '@/lib/texts/text-limits'
import { checkFinished, ffmpegInput, requireFfmpeg } from '../ffmpeg'
import type { TextTrack } from '../probe-media'
import { unreadableMedia } from '../unreadable-media'

const TIMEOUT_MS = 10 * 60_000

/**
 * A text track of a media file as WebVTT. Throws Problems: `invalid_media` when the track can't be read, `file_too_large`
 * when it is larger than a recording can need, `unsupported_media` when the file is no media, `transcriber_unavailable`
 * when ffmpeg is missing, `service_unavailable` when ffmpeg crashed, hung or was ended: to be tried again.
 */
export async function extractCaptions(
  file: string,
  track: Pick<TextTrack, 'index'>,
  options: { signal?: AbortSignal } = {},
): Promise<string> {
  const ffmpeg = await requireFfmpeg('ffmpeg')
  const output = ['-map', `0:${track.index}`, '-c:s', 'webvtt', '-f', 'webvtt', 'pipe:1']
  const { maxBytes } = captionLimits()
  const run = await runProgram(ffmpeg.path, ['-nostdin', '-v', 'error', ...ffmpegInput(file), ...output], {
    timeoutMs: TIMEOUT_MS,
    signal: options.signal,
    stdoutLimitBytes: maxBytes,
  })
  checkFinished(run, 'ffmpeg')
  if (run.ended === 'exited' && run.exitCode === 0) return run.stdout.toString('utf8')
  if (run.ended === 'exited') throw await unreadableMedia(file, run.stderr)
  if (run.ended === 'outputTooLong') throw captionsTooLarge(maxBytes)
  throw new Problem('invalid_media', { cause: `ffmpeg: ${run.ended}` })
}

import { stat } from 'node:fs/promises'
import { Problem } from '@/lib/core/problem/problem'
import { runProgram } from '@/lib/core/programs/run-program'
import { checkFinished, ffmpegInput, requireFfmpeg } from './ffmpeg'
import { refuseForeign, unreadableMedia } from './unreadable-media'

type Options = { signal?: AbortSignal | undefined; verbosity?: 'error' | 'warning' }

const TIMEOUT_MS = 60_000
const OUTPUT_LIMIT_BYTES = 4 * 1024 * 1024

/**
 * The JSON of ffprobe for a file, with its warnings. Throws Problems: `invalid_media` (empty, damaged, or cut off before
 * its index), `unsupported_media` (anything but audio and video), `transcriber_unavailable` (no ffprobe here), `service_unavailable`
 * (ffprobe crashed, hung or was ended: to be tried again).
 */
export async function runFfprobe(
  file: string,
  show: readonly string[],
  { signal, verbosity = 'error' }: Options = {},
): Promise<{ json: string; stderr: string }> {
  if ((await stat(file)).size === 0) throw new Problem('invalid_media')
  await refuseForeign(file)
  const ffprobe = await requireFfmpeg('ffprobe')
  const args = ['-v', verbosity, '-of', 'json', ...show, ...ffmpegInput(file)]
  const run = await runProgram(ffprobe.path, args, {
    timeoutMs: TIMEOUT_MS,
    signal,
    stdoutLimitBytes: OUTPUT_LIMIT_BYTES,
  })
  checkFinished(run, 'ffprobe')
  if (run.ended === 'outputTooLong') throw new Problem('invalid_media', { cause: 'the output of ffprobe was too long' })
  if (run.ended !== 'exited' || run.exitCode !== 0) throw await unreadableMedia(file, run.stderr)
  return { json: run.stdout.toString('utf8'), stderr: run.stderr }
}

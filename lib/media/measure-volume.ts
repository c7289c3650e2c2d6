import { runProgram } from '@/lib/core/programs/run-program'
import { checkFinished, ffmpegInput, requireFfmpeg } from './ffmpeg'

/** The volume of a track's samples in decibels: 0 is full scale, −91 digital silence. */
export type Volume = { meanDb: number; maxDb: number }

type Options = { signal?: AbortSignal | undefined; isMixed?: boolean }

const TIMEOUT_MS = 10 * 60_000
/** Sound after this is not measured. */
const MEASURED_SECONDS = 600
const SILENT: Volume = { meanDb: -91, maxDb: -91 }

/** The last number that ffmpeg prints under a name: what tags of the file may contain comes before. */
function lastNumber(output: string, name: string): number | null {
  const [, number] = [...output.matchAll(new RegExp(`${name}: (-?[\\d.]+) dB`, 'g'))].at(-1) ?? []
  return number === undefined ? null : Number(number)
}

/**
 * How loud the first ten minutes of an audio track are, by its index: of all its channels, or `isMixed` down to one. A track that
 * can't be decoded is silent. Throws `transcriber_unavailable` (no ffmpeg) and `service_unavailable` (ffmpeg crashed, hung or was
 * ended).
 */
export async function measureVolume(
  file: string,
  index: number,
  { signal, isMixed = false }: Options = {},
): Promise<Volume> {
  const ffmpeg = await requireFfmpeg('ffmpeg')
  const filter = isMixed ? 'aformat=channel_layouts=mono,volumedetect' : 'volumedetect'
  const sound = ['-map', `0:${index}`, '-t', String(MEASURED_SECONDS), '-af', filter, '-f', 'null', '-']
  const args = ['-nostdin', '-hide_banner', '-nostats', '-v', 'info', ...ffmpegInput(file), ...sound]
  const run = await runProgram(ffmpeg.path, args, { timeoutMs: TIMEOUT_MS, signal })
  checkFinished(run, 'ffmpeg')
  const [meanDb, maxDb] = [lastNumber(run.stderr, 'mean_volume'), lastNumber(run.stderr, 'max_volume')]
  return meanDb === null || maxDb === null ? SILENT : { meanDb, maxDb }
}

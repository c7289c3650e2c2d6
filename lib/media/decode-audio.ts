import { rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@/lib/platform/problem'
import { ffmpegInput } from './ffmpeg-input'
import { FULL_DISK } from './full-disk'
import { PCM_SAMPLE_RATE, pcmDurationMs } from './pcm-format'
import { requireFfmpeg } from './require-ffmpeg'
import { type ProgramRun, runProgram } from './run-program'
import { unreadableMedia } from './unreadable-media'

type DecodeOptions = {
  signal?: AbortSignal
  /** Called about twice a second with how much has been decoded. */
  onProgress?: (decodedMs: number) => void
  /** A longer recording is a Problem `media_too_long`, whatever its header says. */
  maxSeconds?: number
}

const TIMEOUT_MS = 2 * 3600_000

/** `async` and `first_pts` put silence where the sound starts late or has a hole, so that times stay the player's. */
const SOUND = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-af', 'aresample=async=1:first_pts=0']
const PCM = ['-ac', '1', '-ar', String(PCM_SAMPLE_RATE), '-f', 's16le', '-progress', 'pipe:1']

function progressReader(onProgress: (decodedMs: number) => void): (chunk: Buffer) => void {
  let rest = ''
  return (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const decodedUs = /^out_time_us=(\d+)/.exec(line)?.[1]
      if (decodedUs !== undefined) onProgress(Math.round(Number(decodedUs) / 1000))
    }
  }
}

async function writtenBytes(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0
}

/** Why a run is no good, or null when what it wrote can be used, even if the end of the file is missing. */
async function problemOf(file: string, part: string, run: ProgramRun, bytes: number): Promise<Error | null> {
  if (run.ended === 'timedOut') return new Problem('invalid_media', { cause: 'decoding took too long' })
  if (run.ended === 'signalled' && run.signalName === 'SIGKILL') return new Error('ffmpeg was killed while decoding')
  const failed = run.ended !== 'exited' || run.exitCode !== 0
  const unwritable = FULL_DISK.test(run.stderr) || run.stderr.includes(`file:${part}: `)
  if (failed && unwritable) return new Problem('storage_unavailable', { cause: run.stderr })
  if (run.stderr.includes('matches no streams')) return new Problem('no_audio')
  return bytes === 0 ? await unreadableMedia(file, run.stderr) : null
}

/**
 * Decodes the first audio track of a media file to raw 16 kHz mono s16le PCM at `outFile`, by way of `outFile.part`. A
 * file that is cut off or damaged further on gives what decodes. Throws Problems: `no_audio`, `invalid_media`,
 * `unsupported_media`, `media_too_long`, `storage_unavailable` (disk full or not writable), `transcriber_unavailable` (no ffmpeg).
 */
export async function decodeAudio(
  file: string,
  outFile: string,
  options: DecodeOptions = {},
): Promise<{ durationMs: number; bytes: number }> {
  const { signal, onProgress = () => undefined, maxSeconds } = options
  const ffmpeg = await requireFfmpeg('ffmpeg')
  const part = `${path.resolve(outFile)}.part`
  const limit = maxSeconds === undefined ? [] : ['-t', String(maxSeconds + 1)]
  const args = ['-nostdin', '-v', 'error', ...ffmpegInput(file), ...SOUND, ...PCM, ...limit, '-y', `file:${part}`]
  try {
    const run = await runProgram(ffmpeg.path, args, {
      timeoutMs: TIMEOUT_MS,
      signal,
      onStdout: progressReader(onProgress),
    })
    const bytes = await writtenBytes(part)
    const problem = await problemOf(file, part, run, bytes)
    if (problem) throw problem
    if (maxSeconds !== undefined && pcmDurationMs(bytes) > maxSeconds * 1000) {
      throw new Problem('media_too_long', { context: { max_seconds: maxSeconds } })
    }
    await rename(part, outFile)
    return { durationMs: pcmDurationMs(bytes), bytes }
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

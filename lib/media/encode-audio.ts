import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@/lib/core/problem/problem'
import { describeEnding, runProgram } from '@/lib/core/programs/run-program'
import { checkFinished, FULL_DISK, requireFfmpeg } from './ffmpeg'
import { PCM_SAMPLE_RATE } from './pcm-format'

type Stretch = { fromMs: number; untilMs: number }

const TIMEOUT_MS = 3600_000
/**
 * Every build of ffmpeg writes it, an hour in two seconds and 64 MB, and nothing of the sound is lost; AAC of half the size
 * takes ten times as long, and Opus more.
 */
const SMALL = ['-c:a', 'flac', '-f', 'flac']

/**
 * Writes a stretch of a PCM file (see `decodeAudio`) as FLAC, half its size, at `outFile`, which appears when it is whole. Throws
 * `storage_unavailable` (disk full), `transcriber_unavailable` (no ffmpeg) and `service_unavailable` (ffmpeg was ended).
 */
export async function encodeAudio(
  pcmFile: string,
  outFile: string,
  { fromMs, untilMs }: Stretch,
  signal: AbortSignal,
): Promise<void> {
  const ffmpeg = await requireFfmpeg('ffmpeg')
  const part = `${path.resolve(outFile)}.part`
  const format = ['-f', 's16le', '-ar', String(PCM_SAMPLE_RATE), '-ac', '1']
  const stretch = ['-ss', String(fromMs / 1000), '-t', String((untilMs - fromMs) / 1000)]
  const input = ['-protocol_whitelist', 'file', ...format, ...stretch, '-i', `file:${path.resolve(pcmFile)}`]
  try {
    const args = ['-nostdin', '-v', 'error', ...input, ...SMALL, '-y', `file:${part}`]
    const run = await runProgram(ffmpeg.path, args, { timeoutMs: TIMEOUT_MS, signal })
    if (FULL_DISK.test(run.stderr)) throw new Problem('storage_unavailable', { cause: run.stderr })
    checkFinished(run, 'ffmpeg')
    if (run.ended !== 'exited' || run.exitCode !== 0) {
      throw new Error(`ffmpeg could not encode: ${describeEnding(run)}\n${run.stderr}`)
    }
    await rename(part, outFile)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

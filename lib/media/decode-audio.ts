import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { type ProgramRun, runProgram } from '@/lib/core/programs/run-program'
import { type ClaimedDuration, claimedDuration } from './claimed-duration'
import { checkFinished, FULL_DISK, ffmpegInput, requireFfmpeg } from './ffmpeg'
import { measureVolume } from './measure-volume'
import { PCM_SAMPLE_RATE, pcmDurationMs } from './pcm-format'
import type { AudioTrack } from './probe-media'
import { unreadableMedia } from './unreadable-media'

type SoundTrack = Pick<AudioTrack, 'index' | 'channels'>

type DecodeOptions = {
  /** Default: the first audio track. */
  track?: SoundTrack
  signal?: AbortSignal
  /** Called about twice a second with how much has been decoded. */
  onProgress?: (decodedMs: number) => void
  /** A longer recording is a Problem `media_too_long`, whatever its header says. */
  maxSeconds?: number
  /** Only so much of the beginning is decoded, and what the file states of its length is not looked at. */
  onlySeconds?: number
}

/**
 * `statedMs`: the length that the file states, where the sound ends clearly before it; else null. `isOneChannel`: the second channel
 * was left out, because the two cancel each other out.
 */
type DecodedAudio = { durationMs: number; bytes: number; statedMs: number | null; isOneChannel: boolean }

const TIMEOUT_MS = 2 * 3600_000
/** Less than this, or than this part of the whole, is what containers and codecs round. */
const SHORT_BY_MS = 1_000
const SHORT_BY_PART = 0.005

/** However much of a file is damaged, what can be decoded is: else ffmpeg fails beyond a share of errors. */
const TO_THE_END = ['-nostdin', '-v', 'error', '-max_error_rate', '1']

/** `async` and `first_pts` put silence where the sound starts late or has a hole, so that times stay the player's. */
const IN_TIME = 'aresample=async=1:first_pts=0'
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

/** Why a run is no result, or null when it is one. What a program that failed has written is never used. */
async function problemOf(file: string, part: string, run: ProgramRun, bytes: number): Promise<Error | null> {
  checkFinished(run, 'ffmpeg')
  const failed = run.ended !== 'exited' || run.exitCode !== 0
  if (FULL_DISK.test(run.stderr) || (failed && run.stderr.includes(`file:${part}: `))) {
    return new Problem('storage_unavailable', { cause: run.stderr })
  }
  if (run.stderr.includes('matches no streams')) return new Problem('no_audio')
  return failed || bytes === 0 ? await unreadableMedia(file, run.stderr) : null
}

/** The decoded part of a file: a track, or one channel of it. */
type Selection = { track: SoundTrack | undefined; isOneChannel: boolean }

/** ffmpeg's specifier of a track; without one the first. */
const specifierOf = (track: SoundTrack | undefined) => (track ? String(track.index) : 'a:0')

async function decodeOnce(
  file: string,
  part: string,
  { track, isOneChannel }: Selection,
  options: DecodeOptions,
): Promise<number> {
  const { signal, onProgress = () => undefined, maxSeconds, onlySeconds } = options
  const ffmpeg = await requireFfmpeg('ffmpeg')
  const sound = ['-map', `0:${specifierOf(track)}`, '-af', isOneChannel ? `pan=mono|c0=c0,${IN_TIME}` : IN_TIME]
  const limitSeconds = onlySeconds ?? (maxSeconds === undefined ? undefined : maxSeconds + 1)
  const limit = limitSeconds === undefined ? [] : ['-t', String(limitSeconds)]
  const args = [...TO_THE_END, ...ffmpegInput(file), ...sound, ...PCM, ...limit, '-y', `file:${part}`]
  const run = await runProgram(ffmpeg.path, args, {
    timeoutMs: TIMEOUT_MS,
    signal,
    onStdout: progressReader(onProgress),
  })
  const bytes = await writtenBytes(part)
  const problem = await problemOf(file, part, run, bytes)
  if (problem) throw problem
  return bytes
}

/** Whether so much less was decoded than a file says it holds that it may not be all there is to decode. */
function isShort(bytes: number, claimedMs: number | null, maxSeconds = Number.POSITIVE_INFINITY): boolean {
  if (claimedMs === null) return false
  const expectedMs = Math.min(claimedMs, maxSeconds * 1000)
  return pcmDurationMs(bytes) < expectedMs - Math.max(SHORT_BY_MS, SHORT_BY_PART * expectedMs)
}

/**
 * Decodes to `part`, and a second time where less comes out than the file says it holds: a header may be wrong and a
 * file cut off, but then the same comes out twice. Returns the bytes written and the claim; throws `service_unavailable` when
 * the two differ.
 */
async function decodeWhole(
  file: string,
  part: string,
  selection: Selection,
  options: DecodeOptions,
): Promise<{ bytes: number; claimed: ClaimedDuration }> {
  const bytes = await decodeOnce(file, part, selection, options)
  if (options.onlySeconds !== undefined) return { bytes, claimed: { durationMs: null, isStated: false } }
  const claimed = await claimedDuration(file, specifierOf(selection.track), options.signal)
  const claimedMs = claimed.durationMs
  if (!isShort(bytes, claimedMs, options.maxSeconds)) return { bytes, claimed }
  const again = await decodeOnce(file, part, selection, options)
  const lengths = { claimed_ms: claimedMs, decoded_ms: pcmDurationMs(bytes), again_ms: pcmDurationMs(again) }
  if (again !== bytes && isShort(again, claimedMs, options.maxSeconds)) {
    const cause = `the sound was decoded to different lengths: ${JSON.stringify(lengths)}`
    throw new Problem('service_unavailable', { cause })
  }
  if (again === bytes) log.info('a recording is shorter than its header says', lengths)
  return { bytes: again, claimed }
}

const SAMPLED_BYTES = 64 * 1024
const SAMPLED_STRETCHES = 256
/** Two seconds of speech are louder than this, as a root mean square of full scale. */
const QUIET = 0.02

function rootMeanSquare(pcm: Buffer): number {
  let power = 0
  for (let position = 0; position + 1 < pcm.length; position += 2) power += (pcm.readInt16LE(position) / 32_768) ** 2
  return Math.sqrt(power / Math.max(1, pcm.length / 2))
}

/** Whether a PCM file is nearly silent, by stretches of two seconds all over it. */
async function isNearlySilent(pcmFile: string): Promise<boolean> {
  const handle = await open(pcmFile)
  try {
    const { size: bytes } = await handle.stat()
    const step = Math.max(SAMPLED_BYTES, 2 * Math.floor(bytes / SAMPLED_STRETCHES / 2))
    for (let position = 0; position < bytes; position += step) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLED_BYTES), 0, SAMPLED_BYTES, position)
      if (rootMeanSquare(buffer.subarray(0, bytesRead)) > QUIET) return false
    }
    return true
  } finally {
    await handle.close()
  }
}

/** Two channels that have nothing in common lose 3 dB when they are mixed. */
const CANCELLED_DB = 10

/**
 * Whether a PCM file is nearly silent because the channels of the stereo track that was mixed down to it cancel each other out, as
 * in a recording with one of two microphones wired the wrong way round. The track is measured only if the mix is nearly silent.
 */
async function isCancelledOut(
  file: string,
  index: number,
  mixFile: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!(await isNearlySilent(mixFile))) return false
  const channels = await measureVolume(file, index, { signal })
  const mixed = await measureVolume(file, index, { signal, isMixed: true })
  return channels.meanDb - mixed.meanDb > CANCELLED_DB
}

/** Decodes a track mixed down to one channel, or only its first channel where nothing would be left of the mix. */
async function decodeMixed(file: string, part: string, track: SoundTrack | undefined, options: DecodeOptions) {
  const mixed = await decodeWhole(file, part, { track, isOneChannel: false }, options)
  const isOneChannel = track?.channels === 2 && (await isCancelledOut(file, track.index, part, options.signal))
  const decoded = isOneChannel ? await decodeWhole(file, part, { track, isOneChannel }, options) : mixed
  return { ...decoded, isOneChannel }
}

/**
 * Decodes an audio track of a media file to raw 16 kHz mono s16le PCM at `outFile`, by way of `outFile.part`. A file that is cut off
 * or damaged further on gives what decodes; a run of ffmpeg that was cut short gives nothing.
 * Throws Problems: `no_audio`, `invalid_media`, `unsupported_media`, `media_too_long`, `storage_unavailable` (disk full
 * or not writable), `transcriber_unavailable` (no ffmpeg), `service_unavailable` (ffmpeg crashed, hung or was ended: to
 * be tried again).
 */
export async function decodeAudio(file: string, outFile: string, options: DecodeOptions = {}): Promise<DecodedAudio> {
  const { track, maxSeconds } = options
  const part = `${path.resolve(outFile)}.part`
  try {
    const { bytes, claimed, isOneChannel } = await decodeMixed(file, part, track, options)
    if (maxSeconds !== undefined && pcmDurationMs(bytes) > maxSeconds * 1000) {
      throw new Problem('media_too_long', { context: { max_seconds: maxSeconds } })
    }
    await rename(part, outFile)
    const isCut = claimed.isStated && isShort(bytes, claimed.durationMs, maxSeconds)
    return { durationMs: pcmDurationMs(bytes), bytes, statedMs: isCut ? claimed.durationMs : null, isOneChannel }
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

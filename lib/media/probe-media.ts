import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import { type TrackRole, trackRole } from '@/lib/captions/language/track-role'
import { Problem } from '@/lib/platform/problem/problem'
import { runProgram } from '@/lib/platform/programs/run-program'
import { TEXT_CODECS } from './captions/write-caption-file'
import { checkFinished, ffmpegInput, requireFfmpeg } from './ffmpeg'
import { refuseForeign, unreadableMedia } from './unreadable-media'

/** A track of captions that is text, not pictures of text. `index` is its number among all streams of the file. */
export type TextTrack = {
  index: number
  codec: string
  /** BCP 47. */
  lang: string | null
  name: string | null
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
  await refuseForeign(file)
  const ffprobe = await requireFfmpeg('ffprobe')
  const args = ['-v', 'error', '-of', 'json', ...show, ...ffmpegInput(file)]
  const run = await runProgram(ffprobe.path, args, {
    timeoutMs: TIMEOUT_MS,
    signal,
    stdoutLimitBytes: OUTPUT_LIMIT_BYTES,
  })
  checkFinished(run, 'ffprobe')
  if (run.ended === 'outputTooLong') throw new Problem('invalid_media', { cause: 'the output of ffprobe was too long' })
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

const GENERIC_HANDLER = /handle|\bmedia\b|muxer|^(?:soun|sbtl|text|mono|stereo|surround)$/i

const tags = z.record(z.string(), z.string()).default({})

const streamSchema = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  disposition: z.record(z.string(), z.number()).default({}),
  tags,
})

const outputSchema = z.object({
  streams: z.array(streamSchema).default([]),
  format: z.object({
    format_name: z.string(),
    duration: z.string().optional(),
    probe_score: z.number().default(0),
    tags,
  }),
})

type Stream = z.infer<typeof streamSchema>
type Tags = Record<string, string>

/** Containers write the same tag as `title`, `TITLE` or `Title`. */
function tag(all: Tags, name: string): string | null {
  const value = Object.entries(all).find(([key]) => key.toLowerCase() === name)?.[1]
  return value?.trim().normalize('NFC') || null
}

/** MP4 names a track by its handler, which programs name after themselves. */
function nameOf({ tags }: Stream): string | null {
  const handler = tag(tags, 'handler_name')
  return tag(tags, 'title') ?? (handler === null || GENERIC_HANDLER.test(handler) ? null : handler)
}

function roleOf(stream: Stream): TrackRole {
  const flags = Object.keys(stream.disposition).filter((flag) => stream.disposition[flag] === 1)
  return trackRole({ name: nameOf(stream), flags })
}

function toTextTrack(stream: Stream): TextTrack | null {
  const codec = stream.codec_name ?? ''
  const isText = stream.codec_type === 'subtitle' && TEXT_CODECS.has(codec)
  if (!isText || roleOf(stream) !== 'dialogue') return null
  return {
    index: stream.index,
    codec,
    lang: canonicalLanguage(tag(stream.tags, 'language')),
    name: nameOf(stream),
    isDefault: stream.disposition.default === 1,
  }
}

function toDurationMs(seconds: string | undefined): number | null {
  const durationMs = Math.round(Number(seconds) * 1000)
  return Number.isFinite(durationMs) && durationMs > 0 ? durationMs : null
}

/**
 * ffprobe's JSON as a `MediaProbe`, with how sure ffprobe is of the container (0 to 100). Cover art is not video;
 * caption tracks without the dialogue, such as forced ones, are left out. Throws when it is not ffprobe's output.
 */
function parseProbe(json: string): { probe: MediaProbe; score: number } {
  const { streams, format } = outputSchema.parse(JSON.parse(json))
  const audio = streams.find((stream) => stream.codec_type === 'audio')
  const named = { ...audio?.tags, ...format.tags }
  const probe = {
    container: format.format_name,
    durationMs: toDurationMs(format.duration),
    hasAudio: audio !== undefined,
    hasVideo: streams.some((stream) => stream.codec_type === 'video' && stream.disposition.attached_pic !== 1),
    textTracks: streams.map(toTextTrack).filter((track) => track !== null),
    tags: { title: tag(named, 'title'), artist: tag(named, 'artist') ?? tag(named, 'album_artist') },
  }
  return { probe, score: format.probe_score }
}

const durationsSchema = z.object({
  streams: z.array(z.object({ duration: z.string().optional() })).default([]),
  format: z.object({ duration: z.string().optional() }).default({}),
})

/** The length of the stream in ffprobe's JSON, else of the file. Throws when it is not ffprobe's output. */
function parseClaimedDurationMs(json: string): number | null {
  const { streams, format } = durationsSchema.parse(JSON.parse(json))
  return toDurationMs(streams[0]?.duration) ?? toDurationMs(format.duration)
}

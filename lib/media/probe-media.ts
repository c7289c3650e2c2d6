import { z } from 'zod'
import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import { type TrackRole, trackRole } from '@/lib/captions/language/track-role'
import { TEXT_CODECS } from './captions/write-caption-file'
import { runFfprobe } from './run-ffprobe'
import { unreadableMedia } from './unreadable-media'

/** A track of captions that is text, not pictures of text. `index` is its number among all streams of the file. */
export type TextTrack = {
  index: number
  codec: string
  /** BCP 47. */
  lang: string | null
  name: string | null
  isDefault: boolean
}

/** A track of sound. `index`: its number among all streams of the file; `lang`: BCP 47. */
export type AudioTrack = {
  index: number
  lang: string | null
  role: TrackRole
  isDefault: boolean
  channels: number
}

/** The contents of a media file by its header. `durationMs` is a claim; `decodeAudio` measures the real one. */
export type MediaProbe = {
  container: string
  durationMs: number | null
  hasVideo: boolean
  audioTracks: AudioTrack[]
  textTracks: TextTrack[]
  tags: { title: string | null; artist: string | null }
}

const ENTRIES =
  'format=format_name,duration,probe_score:format_tags:stream=index,codec_type,codec_name,channels:stream_disposition:stream_tags'
/** ffprobe's own mark for a guess; below it a file's name alone may have decided. */
const SCORE_OF_A_GUESS = 25

/** Reads what a media file holds, by its content; its name does not matter. Throws what `runFfprobe` does. */
export async function probeMedia(
  file: string,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<MediaProbe> {
  const { json } = await runFfprobe(file, ['-show_entries', ENTRIES], options)
  const { probe, score } = parseProbe(json)
  if (score <= SCORE_OF_A_GUESS) {
    const problem = await unreadableMedia(file, `guessed ${probe.container} with score ${score}`)
    if (problem.code === 'unsupported_media') throw problem
  }
  return probe
}

const GENERIC_HANDLER = /handle|\bmedia\b|muxer|^(?:soun|sbtl|text|mono|stereo|surround)$/i

const tags = z.record(z.string(), z.string()).default({})

const streamSchema = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  channels: z.int().default(0),
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

const isAudio = ({ codec_type }: Stream) => codec_type === 'audio'

function toAudioTrack(stream: Stream): AudioTrack {
  const { index, channels, disposition, tags } = stream
  const lang = canonicalLanguage(tag(tags, 'language'))
  return { index, lang, role: roleOf(stream), isDefault: disposition.default === 1, channels }
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
  const named = { ...streams.find(isAudio)?.tags, ...format.tags }
  const probe = {
    container: format.format_name,
    durationMs: toDurationMs(format.duration),
    hasVideo: streams.some((stream) => stream.codec_type === 'video' && stream.disposition.attached_pic !== 1),
    audioTracks: streams.filter(isAudio).map(toAudioTrack),
    textTracks: streams.map(toTextTrack).filter((track) => track !== null),
    tags: { title: tag(named, 'title'), artist: tag(named, 'artist') ?? tag(named, 'album_artist') },
  }
  return { probe, score: format.probe_score }
}

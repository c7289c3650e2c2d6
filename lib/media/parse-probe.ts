import { z } from 'zod'
import { canonicalLanguage } from '@/lib/captions/canonical-language'
import type { MediaProbe, TextTrack } from './probe-media'

const TEXT_CODECS = new Set(['mov_text', 'subrip', 'ass', 'ssa', 'webvtt', 'text'])

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

function toTextTrack(stream: Stream): TextTrack | null {
  const codec = stream.codec_name ?? ''
  if (stream.codec_type !== 'subtitle' || !TEXT_CODECS.has(codec) || stream.disposition.forced === 1) return null
  return {
    index: stream.index,
    codec,
    lang: canonicalLanguage(tag(stream.tags, 'language')),
    title: tag(stream.tags, 'title'),
    isDefault: stream.disposition.default === 1,
  }
}

function toDurationMs(seconds: string | undefined): number | null {
  const durationMs = Math.round(Number(seconds) * 1000)
  return Number.isFinite(durationMs) && durationMs > 0 ? durationMs : null
}

/**
 * ffprobe's JSON as a `MediaProbe`, with how sure ffprobe is of the container (0 to 100). Cover art is not video; forced
 * caption tracks are left out, since they hold the foreign lines only. Throws when it is not ffprobe's output.
 */
export function parseProbe(json: string): { probe: MediaProbe; score: number } {
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

/** The length of the one stream in ffprobe's JSON, or of the whole file where only that is told. Throws when it is not ffprobe's output. */
export function parseClaimedDurationMs(json: string): number | null {
  const { streams, format } = durationsSchema.parse(JSON.parse(json))
  return toDurationMs(streams[0]?.duration) ?? toDurationMs(format.duration)
}

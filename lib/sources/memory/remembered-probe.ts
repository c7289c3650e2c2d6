import { z } from 'zod'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import type { SourceMedia } from '../extractors/extractor'
import { recall, remember } from './source-memory'

const LIFETIME_MS = 600_000

const trackSchema = z.object({
  lang: z.string().nullable(),
  name: z.string().nullable(),
  source: z.enum(['captions', 'auto_captions']),
  original: z.boolean(),
})

const probeSchema = z.object({
  title: z.string().nullable(),
  author: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  durationMs: z.number().nullable(),
  kind: z.enum(['audio', 'video']),
  spokenLang: z.string().nullable(),
  hasAudio: z.boolean(),
  tracks: z.array(trackSchema),
})

/** The facts of a recording that are remembered for ten minutes: all but the URLs of its tracks, which are requested again. */
export type RememberedProbe = z.infer<typeof probeSchema>

function keyOf({ platform, videoId, accessKey }: MediaRef): string {
  return `probe:${platform}:${videoId}:${accessKey}`
}

/** A platform's answer about a recording, without machine translations. */
export function toRememberedProbe({ tracks, audio, publishedAt, ...media }: SourceMedia): RememberedProbe {
  const real = tracks.filter(({ machineTranslated }) => !machineTranslated)
  return {
    ...media,
    publishedAt: publishedAt?.toISOString() ?? null,
    hasAudio: audio !== null,
    tracks: real.map(({ lang, name, source, original = false }) => ({ lang, name, source, original })),
  }
}

/** Remembers a platform's answer about a recording. */
export async function rememberProbe(ref: MediaRef, media: SourceMedia): Promise<void> {
  await remember(keyOf(ref), toRememberedProbe(media), LIFETIME_MS)
}

/** A platform's answer about a recording in the last ten minutes, to any process; null when it was not asked. */
export function recallProbe(ref: MediaRef): Promise<RememberedProbe | null> {
  return recall(keyOf(ref), probeSchema)
}

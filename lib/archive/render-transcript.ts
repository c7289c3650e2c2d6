import { renderJson } from '@/lib/captions/render-json'
import { renderMarkdown } from '@/lib/captions/render-markdown'
import { renderSrt } from '@/lib/captions/render-srt'
import { renderText } from '@/lib/captions/render-text'
import { renderWebvtt } from '@/lib/captions/render-webvtt'
import { timeUrl } from '@/lib/captions/time-url'
import type { Format, Platform, Transcript, TranscriptSource, Warning } from '@/lib/captions/transcript'
import type * as rows from '@/lib/platform/generated/prisma/client'
import { unpackSegments } from './stored-segments'

function renderBody(
  transcript: rows.Transcript,
  media: rows.Media,
  { format, coveredMs }: { format: Format; coveredMs: number },
): Pick<Transcript, 'text' | 'segments' | 'content'> {
  const all = unpackSegments(transcript.segments)
  const segments = coveredMs < transcript.coveredMs ? all.filter(({ startMs }) => startMs < coveredMs) : all
  const options = { lang: transcript.lang ?? undefined }
  switch (format) {
    case 'json':
      return renderJson(segments, options)
    case 'text':
      return { content: renderText(segments, options) }
    case 'srt':
      return { content: renderSrt(segments) }
    case 'vtt':
      return { content: renderWebvtt(segments) }
    case 'markdown':
      return {
        content: renderMarkdown(segments, {
          ...options,
          title: media.title,
          sourceUrl: media.url,
          timeUrl: (startMs) => timeUrl(media.platform as Platform, media.url, startMs),
        }),
      }
  }
}

function partialWarning(coveredMs: number, totalMs: number): Warning {
  const minutes = (ms: number, whole: (minutes: number) => number) =>
    ms < 60_000 ? `${Math.ceil(ms / 1000)} s` : `${whole(ms / 60_000)} min`
  const [first, all] = [minutes(coveredMs, Math.floor), minutes(totalMs, Math.ceil)]
  return {
    code: 'partial',
    detail: `This is the first ${first} of ${all}. Ask again with more allowance, and it goes on where it stops.`,
  }
}

/**
 * A stored transcript as callers get it, rendered in one format. `entryId` is the caller's line of history; `cached`
 * says that it was there before this call.
 */
export function renderTranscript(
  transcript: rows.Transcript,
  media: rows.Media,
  view: { entryId: string; format: Format; cached: boolean; coveredMs: number | null },
): Transcript {
  const coveredMs = Math.min(view.coveredMs ?? transcript.coveredMs, transcript.coveredMs)
  const complete = transcript.complete && coveredMs === transcript.coveredMs
  const warnings = transcript.warnings as unknown as Warning[]
  return {
    id: view.entryId,
    video_id: media.videoId,
    platform: media.platform as Platform,
    source: transcript.source as TranscriptSource,
    engine: transcript.engineName ? { name: transcript.engineName, model: transcript.engineModel ?? '' } : null,
    url: media.url,
    title: media.title,
    author: media.author,
    thumbnail_url: media.thumbnailUrl,
    published_at: media.publishedAt?.toISOString() ?? null,
    lang: transcript.lang,
    requested_lang: transcript.requestedLang,
    available_langs: transcript.availableLangs,
    duration_seconds: Math.ceil(coveredMs / 1000),
    total_seconds: Math.ceil(transcript.totalMs / 1000),
    complete,
    format: view.format,
    ...renderBody(transcript, media, { format: view.format, coveredMs }),
    warnings: complete ? warnings : [...warnings, partialWarning(coveredMs, transcript.totalMs)],
    cached: view.cached,
    created_at: transcript.createdAt.toISOString(),
  }
}

import { renderJson } from '@/lib/captions/render-json'
import { renderMarkdown } from '@/lib/captions/render-markdown'
import { renderSrt } from '@/lib/captions/render-srt'
import { renderText } from '@/lib/captions/render-text'
import { renderWebvtt } from '@/lib/captions/render-webvtt'
import type { Format, Platform, Transcript, TranscriptSource, Warning } from '@/lib/captions/transcript'
import type * as rows from '@/lib/platform/generated/prisma/client'
import { unpackSegments } from './stored-segments'
import { timeUrl } from './time-url'

function renderBody(
  transcript: rows.Transcript,
  media: rows.Media,
  format: Format,
): Pick<Transcript, 'text' | 'segments' | 'content'> {
  const segments = unpackSegments(transcript.segments)
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

/**
 * A stored transcript as callers get it, rendered in one format. `entryId` is the caller's line of history; `cached`
 * says that it was there before this call.
 */
export function renderTranscript(
  transcript: rows.Transcript,
  media: rows.Media,
  view: { entryId: string; format: Format; cached: boolean },
): Transcript {
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
    duration_seconds: Math.ceil(transcript.coveredMs / 1000),
    total_seconds: Math.ceil(transcript.totalMs / 1000),
    complete: transcript.complete,
    format: view.format,
    ...renderBody(transcript, media, view.format),
    warnings: transcript.warnings as unknown as Warning[],
    cached: view.cached,
    created_at: transcript.createdAt.toISOString(),
  }
}

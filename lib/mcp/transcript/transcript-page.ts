import { z } from 'zod'
import { runTextTask } from '@/lib/archive/texts/run-text-task'
import { formatShortClock } from '@/lib/captions/clock'
import { cutItems, pageEnd, splitSegment } from '@/lib/captions/layout/pages'
import { type RenderOptions, type Transcript, transcriptSchema } from '@/lib/captions/transcript'
import { formatCursor } from './transcript-cursor'

const segmentSchema = z.object({ start: z.number(), end: z.number(), text: z.string() })

/** A page of a transcript: its details, and as much of its text as fits one response. */
export const transcriptPageSchema = transcriptSchema
  .pick({
    id: true,
    url: true,
    platform: true,
    title: true,
    author: true,
    published_at: true,
    source: true,
    engine: true,
    lang: true,
    requested_lang: true,
    available_langs: true,
    duration_seconds: true,
    total_seconds: true,
    complete: true,
    warnings: true,
    format: true,
  })
  .extend({
    resource_uri: z.string(),
    content: z.string().optional().describe('The text of this page, in every format but json'),
    segments: z.array(segmentSchema).optional().describe('The segments of this page, in json: times in seconds'),
    next_cursor: z
      .string()
      .nullable()
      .describe('Pass it as cursor to get_transcript for the next page; null: the last'),
  })
export type TranscriptPage = z.infer<typeof transcriptPageSchema>

type Body = Pick<TranscriptPage, 'content' | 'segments'>
type Cut = { body: Body; end: number | null }

function cutSegments(segments: NonNullable<Transcript['segments']>, offset: number): Cut {
  const { items, end } = cutItems(segments.flatMap(splitSegment), offset)
  return { body: { segments: items }, end }
}

function cutDocument(document: string, offset: number): Cut {
  const end = pageEnd(document, offset)
  return { body: { content: document.slice(offset, end) }, end: end < document.length ? end : null }
}

function toPage(transcript: Transcript, { body, end }: Cut, options?: RenderOptions): TranscriptPage {
  const next_cursor = end === null ? null : formatCursor(transcript, end, options)
  // The schema leaves out the fields that are not on a page.
  return transcriptPageSchema.parse({
    ...transcript,
    ...body,
    resource_uri: `transcript://${transcript.id}`,
    next_cursor,
  })
}

/** The page of a transcript in memory that begins at an offset (see `TranscriptCursor`). */
export function toTranscriptPage(transcript: Transcript, offset: number, options?: RenderOptions): TranscriptPage {
  const { segments, content } = transcript
  return toPage(transcript, segments ? cutSegments(segments, offset) : cutDocument(content ?? '', offset), options)
}

/** The page of any transcript: a worker process cuts it from a text that is too large to be in memory. */
export async function loadTranscriptPage(
  transcript: Transcript,
  { offset, options }: { offset: number; options: RenderOptions },
  signal: AbortSignal,
): Promise<TranscriptPage> {
  const { document } = transcript
  if (!document) return toTranscriptPage(transcript, offset, options)
  const { end, ...body } = await runTextTask('cutPage', { document, offset }, { owner: document.reader, signal })
  return toPage(transcript, { body, end }, options)
}

const SOURCES: Readonly<Record<Transcript['source'], string>> = {
  captions: 'captions',
  auto_captions: 'automatic captions',
  speech_to_text: 'speech-to-text',
}

function factsText(page: TranscriptPage): string {
  const { title, author, url, lang, source, engine, duration_seconds, complete, warnings, resource_uri } = page
  const length = formatShortClock(duration_seconds * 1000)
  const by = engine ? `${SOURCES[source]} (${engine.name})` : SOURCES[source]
  const lines = [
    `${title ?? 'Untitled'}${author ? ` by ${author}` : ''}`,
    url,
    `Language: ${lang ?? 'unknown'}. From: ${by}. Length: ${length}${complete ? '' : ', incomplete'}. Kept as ${resource_uri}`,
    ...warnings.map(({ code, detail }) => `Warning (${code}): ${detail}`),
  ]
  if (page.next_cursor) lines.push(`There is more: call get_transcript with cursor "${page.next_cursor}".`)
  return lines.join('\n')
}

/** A page as texts: first the details of the transcript, then its text alone. */
export function pageTexts(page: TranscriptPage): string[] {
  const { content, segments } = page
  const text = content ?? segments?.map(({ start, end, text: said }) => `${start}-${end} ${said}`).join('\n') ?? ''
  return text === '' ? [factsText(page)] : [factsText(page), text]
}

import { z } from 'zod'
import { formatShortClock } from '@/lib/captions/format-clock'
import { type Transcript, transcriptSchema } from '@/lib/captions/transcript'
import { itemsEnd, pageEnd } from './cut-page'
import { writeCursor } from './transcript-cursor'

const segmentSchema = z.object({ start: z.number(), end: z.number(), text: z.string() })

/** A page of a transcript: what is known of it, and as much of its text as one answer holds. */
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
type PlainSegment = z.infer<typeof segmentSchema>

/** Longer ones are given in parts, so that each fits on a page whatever has to be escaped in it. */
const MAX_SEGMENT_CHARACTERS = 15_000

function inParts({ start, end, text }: PlainSegment): PlainSegment[] {
  const parts: PlainSegment[] = []
  for (let from = 0; from < text.length; ) {
    const to = pageEnd(text, from, MAX_SEGMENT_CHARACTERS)
    parts.push({ start, end, text: text.slice(from, to) })
    from = to
  }
  return parts
}

function cutSegments(
  segments: NonNullable<Transcript['segments']>,
  offset: number,
): { body: Body; end: number | null } {
  const plain = segments.flatMap(inParts)
  const end = itemsEnd(plain, offset)
  return { body: { segments: plain.slice(offset, end) }, end: end < plain.length ? end : null }
}

function cutDocument(document: string, offset: number): { body: Body; end: number | null } {
  const end = pageEnd(document, offset)
  return { body: { content: document.slice(offset, end) }, end: end < document.length ? end : null }
}

/** The page of a transcript that begins at an offset (see `TranscriptCursor`). */
export function toTranscriptPage(transcript: Transcript, offset: number): TranscriptPage {
  const { id, segments, content } = transcript
  const { body, end } = segments ? cutSegments(segments, offset) : cutDocument(content ?? '', offset)
  const next_cursor = end === null ? null : writeCursor(transcript, end)
  // What of the transcript is not on a page is left out by the schema.
  return transcriptPageSchema.parse({ ...transcript, ...body, resource_uri: `transcript://${id}`, next_cursor })
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

/** A page as texts: what is known of the transcript, then its text alone. */
export function pageTexts(page: TranscriptPage): string[] {
  const { content, segments } = page
  const text = content ?? segments?.map(({ start, end, text: said }) => `${start}-${end} ${said}`).join('\n') ?? ''
  return text === '' ? [factsText(page)] : [factsText(page), text]
}

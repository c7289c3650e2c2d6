import type { PublicText } from '@/components/public-page/public-text'
import { renderText } from '@/components/public-page/render-text'
import { type ShownTranscript, titleOf } from './find-public'

/** A transcript for the screen of a public page, its paragraphs as HTML. */
export async function toText(transcript: ShownTranscript): Promise<PublicText> {
  const { slug, lang, source, engine, platform, author, warnings, source_url, published_at } = transcript
  const { duration_seconds, total_seconds, segments = [], speakers = [], isWhole, hasWords } = transcript
  return {
    slug,
    title: titleOf(transcript),
    html: await renderText(segments, lang, speakers),
    starts: segments.map(({ start }) => start),
    pageEndSeconds: isWhole ? null : (segments.at(-1)?.end ?? null),
    sourceUrl: source_url,
    videoId: transcript.video_id,
    // Platforms play their recordings themselves.
    playUrl: platform === 'podcast' ? source_url : null,
    hasWords,
    lang,
    source,
    engine,
    platform,
    author,
    warnings,
    published_at,
    duration_seconds,
    total_seconds,
  }
}

import type { PublicText } from '@/components/public-page/public-text'
import { type ShownTranscript, titleOf } from './find-public'

/** A published transcript as its page shows it. */
export function toText(transcript: ShownTranscript): PublicText {
  const { slug, lang, source, engine, platform, author, warnings, complete, source_url } = transcript
  const { duration_seconds, total_seconds, segments = [], speakers = [], isWhole } = transcript
  return {
    slug,
    title: titleOf(transcript),
    lines: segments.map(({ words: _, duration: __, ...line }) => line),
    speakers,
    hasWords: isWhole && segments.some(({ words }) => words !== undefined),
    pageEndSeconds: isWhole ? null : (segments.at(-1)?.end ?? null),
    sourceUrl: source_url,
    videoId: transcript.video_id,
    // Platforms play their recordings themselves.
    playUrl: platform === 'podcast' ? source_url : null,
    ...{ lang, source, engine, platform, author, warnings, complete, duration_seconds, total_seconds },
  }
}

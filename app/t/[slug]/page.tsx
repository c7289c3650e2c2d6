import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PublicScreen } from '@/components/public-page/public-screen'
import type { PublicText } from '@/components/public-page/public-text'
import type { PublicTranscript } from '@/lib/publishing/contract'
import { pageMetadata, structuredData } from './describe'
import { findPublic, titleOf } from './find-public'

type Props = { params: Promise<{ slug: string }> }

function toText(transcript: PublicTranscript): PublicText {
  const { slug, lang, source, engine, platform, author, warnings, complete, source_url } = transcript
  const { duration_seconds, total_seconds, segments = [] } = transcript
  return {
    slug,
    title: titleOf(transcript),
    lines: segments.map(({ start, end, text }) => [start, end, text]),
    sourceUrl: source_url,
    videoId: transcript.video_id,
    // Platforms play their recordings themselves.
    playUrl: platform === 'podcast' ? source_url : null,
    ...{ lang, source, engine, platform, author, warnings, complete, duration_seconds, total_seconds },
  }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const transcript = await findPublic((await params).slug)
  return transcript ? pageMetadata(transcript) : { title: 'Not found', robots: { index: false } }
}

/** A published transcript, for anybody. It is the same for everyone, whoever is signed in. */
export default async function PublicPage({ params }: Props) {
  const transcript = await findPublic((await params).slug)
  if (!transcript) notFound()
  return (
    <>
      <script type="application/ld+json">{structuredData(transcript)}</script>
      <PublicScreen text={toText(transcript)} />
    </>
  )
}

import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { pageActor } from '@/app/page-actor'
import { pageParameters } from '@/app/page-parameters'
import { parseSearchParams, type SearchParams } from '@/app/search-params'
import { ConsentFrame } from '@/components/connect/consent-frame'
import { SignInPrompt } from '@/components/sign-in/sign-in-prompt'
import { parseSeconds } from '@/components/transcript-viewer/parse-seconds'
import { ViewerScreen } from '@/components/transcript-viewer/viewer-screen'
import { words } from '@/components/transcript-viewer/words'
import { loadBeginning } from '@/lib/archive/documents/load-beginning'
import { canonicalFormat, type Transcript } from '@/lib/captions/transcript'
import { findJobSegments } from '@/lib/jobs/find-job-segments'
import { findPublished } from '@/lib/publishing/find-published'
import { loadLibraryItem } from './load-library-item'

type Props = {
  params: Promise<{ id: string }>
  searchParams: SearchParams
}

type Shown = { transcript: Transcript | null; pageEndSeconds: number | null }

/**
 * What the page shows of a transcript, of a very long one the beginning. Times of single words would make it several times
 * as large, unused.
 */
async function forReading(transcript: Transcript | null): Promise<Shown> {
  if (!transcript) return { transcript, pageEndSeconds: null }
  const { text: _, document, ...shown } = transcript
  if (document) {
    const segments = await loadBeginning(document, new AbortController().signal)
    return { transcript: { ...shown, segments }, pageEndSeconds: segments.at(-1)?.end ?? null }
  }
  const segments = shown.segments?.map(({ start, end, duration, text }) => ({ start, end, duration, text })) ?? []
  return { transcript: { ...shown, segments }, pageEndSeconds: null }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const actor = await pageActor()
  const libraryItem = actor && (await loadLibraryItem(actor, (await params).id))
  const title = libraryItem?.transcript?.title ?? libraryItem?.media.title ?? words.captions
  return { title, robots: { index: false } }
}

/** A library item of the history: being made, failed, or there to be read. `?t=63` begins at a time. */
export default async function TranscriptPage({ params, searchParams }: Props) {
  const actor = await pageActor()
  if (!actor) {
    return (
      <ConsentFrame title={words.somebodys}>
        <SignInPrompt>{words.signIn}</SignInPrompt>
      </ConsentFrame>
    )
  }
  const libraryItem = await loadLibraryItem(actor, (await params).id)
  if (!libraryItem) notFound()
  const { t, download } = await parseSearchParams(pageParameters['transcripts/[id]/page.tsx'], searchParams)
  const { transcript, job } = libraryItem
  const [shown, partial, published] = await Promise.all([
    forReading(transcript),
    job && !job.error && job.status !== 'done' ? findJobSegments(actor, job.job_id, 0) : null,
    transcript && findPublished(actor, libraryItem.libraryItemId),
  ])
  return (
    <ViewerScreen
      libraryItem={{ ...libraryItem, published, ...shown }}
      partial={partial}
      initialSeconds={parseSeconds(t)}
      wantedFormat={canonicalFormat(download ?? '')}
    />
  )
}

import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { pageActor } from '@/app/page-actor'
import { pageParameters } from '@/app/page-parameters'
import { readSearchParams, type SearchParams } from '@/app/search-params'
import { AskFrame } from '@/components/connect/ask-frame'
import { SignInPrompt } from '@/components/sign-in/sign-in-prompt'
import { EntryScreen } from '@/components/transcript-viewer/entry-screen'
import { parseSeconds } from '@/components/transcript-viewer/parse-seconds'
import { words } from '@/components/transcript-viewer/words'
import { loadBeginning } from '@/lib/archive/documents/load-beginning'
import { canonicalFormat, type Transcript } from '@/lib/captions/transcript'
import { readJobSegments } from '@/lib/jobs/read-job-segments'
import { readPublished } from '@/lib/publishing/read-published'
import { findEntry } from './find-entry'

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
  const entry = actor && (await findEntry(actor, (await params).id))
  const title = entry?.transcript?.title ?? entry?.media.title ?? words.captions
  return { title, robots: { index: false } }
}

/** An entry of the history: being made, failed, or there to be read. `?t=63` begins at a time. */
export default async function TranscriptPage({ params, searchParams }: Props) {
  const actor = await pageActor()
  if (!actor) {
    return (
      <AskFrame title={words.somebodys}>
        <SignInPrompt>{words.signIn}</SignInPrompt>
      </AskFrame>
    )
  }
  const entry = await findEntry(actor, (await params).id)
  if (!entry) notFound()
  const { t, download } = await readSearchParams(pageParameters['transcripts/[id]/page.tsx'], searchParams)
  const { transcript, job } = entry
  const [shown, heard, published] = await Promise.all([
    forReading(transcript),
    job && !job.error && job.status !== 'done' ? readJobSegments(actor, job.job_id, 0) : null,
    transcript && readPublished(actor, entry.entryId),
  ])
  return (
    <EntryScreen
      entry={{ ...entry, published, ...shown }}
      heard={heard}
      initialSeconds={parseSeconds(t)}
      wantedFormat={canonicalFormat(download ?? '')}
    />
  )
}

import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { pageActor } from '@/app/page-actor'
import { firstOf, type SearchParams } from '@/app/search-params'
import { AskFrame } from '@/components/connect/ask-frame'
import { SignInPrompt } from '@/components/sign-in/sign-in-prompt'
import { EntryScreen } from '@/components/transcript-viewer/entry-screen'
import { parseSeconds } from '@/components/transcript-viewer/parse-seconds'
import { words } from '@/components/transcript-viewer/words'
import { canonicalFormat, type Transcript } from '@/lib/captions/transcript'
import { readJobSegments } from '@/lib/jobs/read-job-segments'
import { readPublished } from '@/lib/publishing/read-published'
import { findEntry } from './find-entry'

type Props = {
  params: Promise<{ id: string }>
  searchParams: SearchParams
}

/** What the page shows of a transcript. Times of single words would make it several times as large, unused. */
function forReading(transcript: Transcript): Transcript {
  const segments = transcript.segments?.map(({ start, end, duration, text }) => ({ start, end, duration, text })) ?? []
  const shown = { ...transcript, segments }
  delete shown.text
  return shown
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
  const { t, download } = await searchParams
  const { transcript, job } = entry
  const [heard, published] = await Promise.all([
    job && !job.error && job.status !== 'done' ? readJobSegments(actor, job.job_id, 0) : null,
    transcript && readPublished(actor, entry.entryId),
  ])
  return (
    <EntryScreen
      entry={{ ...entry, published, transcript: transcript && forReading(transcript) }}
      heard={heard}
      initialSeconds={parseSeconds(firstOf(t))}
      wantedFormat={canonicalFormat(firstOf(download) ?? '')}
    />
  )
}

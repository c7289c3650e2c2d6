import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { notFound } from 'next/navigation'
import { pageActor } from '@/app/page-actor'
import { pageParameters } from '@/app/page-parameters'
import { parseSearchParams, type SearchParams } from '@/app/search-params'
import { loadLibraryItem } from '@/app/transcripts/[id]/load-library-item'
import { parseTextView, TEXT_VIEW_COOKIE } from '@/components/transcript-viewer/aids/text-view'
import { ViewerScreen } from '@/components/transcript-viewer/viewer-screen'
import { words } from '@/components/transcript-viewer/words'
import { isOperator } from '@/lib/accounts/is-operator'
import { loadPageText } from '@/lib/archive/documents/load-page-text'
import { downloadFormat } from '@/lib/captions/document-files'
import { parseTimeRange } from '@/lib/captions/time-range'
import type { Transcript } from '@/lib/captions/transcript'
import { findJobSegments } from '@/lib/jobs/chunks/find-job-segments'
import { findBetterSpeech } from '@/lib/library/transcribe-again/find-better-speech'
import { findSpokenLanguage } from '@/lib/library/transcribe-again/transcribe-again'
import { findNotices } from '@/lib/notices/notice-settings'
import { findPublished } from '@/lib/publishing/publication-table'
import { ENGINE_COMMANDS } from '@/lib/speech/better-engine-hint'

type Props = {
  params: Promise<{ id: string }>
  searchParams: SearchParams
}

type Shown = { transcript: Transcript | null; segments: string; pageEndSeconds: number | null; hasWords: boolean }

/**
 * The transcript of the page, or the beginning of a very long one. Times of single words would make it several times
 * as large, so the page fetches them when the recording plays.
 */
async function forReading(transcript: Transcript | null): Promise<Shown> {
  if (!transcript) return { transcript, segments: '[]', pageEndSeconds: null, hasWords: false }
  const { text: _, document: __, segments: ___, ...shown } = transcript
  const text = await loadPageText(transcript, new AbortController().signal)
  const segments = text.segments.map(({ words: _, ...segment }) => segment)
  const pageEndSeconds = text.isWhole ? null : (segments.at(-1)?.end ?? null)
  return { transcript: shown, segments: JSON.stringify(segments), pageEndSeconds, hasWords: text.hasWords }
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
  if (!actor) return null
  const libraryItem = await loadLibraryItem(actor, (await params).id)
  if (!libraryItem) notFound()
  const { t, download } = await parseSearchParams(pageParameters['(dashboard)/transcripts/[id]/page.tsx'], searchParams)
  const { transcript, job } = libraryItem
  const [{ segments, ...shown }, partial, published, mayManage, notices, language] = await Promise.all([
    forReading(transcript),
    job && !job.error && job.status !== 'done' ? findJobSegments(actor, job.job_id, 0) : null,
    transcript && findPublished(actor, libraryItem.libraryItemId),
    isOperator(actor),
    findNotices(actor, job?.job_id),
    transcript?.source === 'speech_to_text' ? findSpokenLanguage(actor, libraryItem.libraryItemId) : null,
  ])
  const speech = mayManage ? await findBetterSpeech(actor, libraryItem) : null
  const remembered = await cookies()
  return (
    <ViewerScreen
      libraryItem={{
        ...libraryItem,
        published,
        speech,
        detected: language?.detected ?? null,
        languageChoice: language?.choice ?? null,
        engineCommands: mayManage ? ENGINE_COMMANDS : null,
        notices,
        ...shown,
      }}
      segments={segments}
      partial={partial}
      linked={parseTimeRange(t)}
      initialView={parseTextView(remembered.get(TEXT_VIEW_COOKIE)?.value)}
      wantedFormat={downloadFormat(download ?? '')}
    />
  )
}

'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useMemo } from 'react'
import { announceInBrowser } from '@/components/notices/browser-notice'
import { words as noticeWords } from '@/components/notices/words'
import { toast } from '@/components/ui/toast'
import { useTabProgress } from '@/components/use-tab-progress'
import type { DownloadFormat } from '@/lib/captions/document-files'
import { isPart } from '@/lib/captions/missing-words'
import type { TimeRange } from '@/lib/captions/time-range'
import type { Transcript } from '@/lib/captions/transcript'
import { isEnded } from '@/lib/jobs/states'
import type { BetterSpeech, DetectedLanguage, LanguageChoice } from '@/lib/library/transcribe-again/contract'
import type { NoticeView } from '@/lib/notices/contract'
import type { Published } from '@/lib/publishing/contract'
import type { LibraryItemView } from '@/lib/transcripts/library-item/contract'
import type { TextView } from './aids/text-view'
import { progressWords } from './job/job-words'
import { type PartialSegments, useJob, usePartialSegments } from './job/use-job'
import { Reader } from './reader'
import type { EngineCommands } from './text/text-notes'
import { words } from './words'

/** A library item as its page shows it. */
type ShownItem = LibraryItemView & {
  published: Published | null
  /** How the text can be made better on this machine; null: it can't, or not by this user. */
  speech: BetterSpeech | null
  /** The detected language; null: it was named, or not listened for. */
  detected: DetectedLanguage | null
  /** The languages that the user can put in place of the text's; null: none. */
  languageChoice: LanguageChoice | null
  /** How the user sets up a better speech engine on this server; null: they may not. */
  engineCommands: EngineCommands | null
  /** The user's choice of notices for the job's end. */
  notices: NoticeView
  /** Where the text on the page ends, in seconds, if the transcript is too long for one page. */
  pageEndSeconds: number | null
  /** Whether the source has the times of its words. They are fetched when the recording plays. */
  hasWords: boolean
}

type ScreenProps = {
  libraryItem: ShownItem
  /** The segments that its job had finished when the page was rendered; null without a running job. */
  partial: PartialSegments | null
  /** The time or the quote in the page's address. */
  linked: TimeRange | null
  initialView: TextView
  wantedFormat: DownloadFormat | null
}

type Props = ScreenProps & {
  /** The segments of the transcript as JSON: React takes several times as long to pass on each of them by itself. */
  segments: string
}

/** The page of a library item: one page while its text is being made and when it is finished. */
export function ViewerScreen({ segments, libraryItem, ...others }: Props) {
  const whole = useMemo(() => {
    const { transcript } = libraryItem
    const read = transcript && { ...transcript, segments: JSON.parse(segments) as Transcript['segments'] }
    return { ...libraryItem, transcript: read }
  }, [libraryItem, segments])
  return <Screen libraryItem={whole} {...others} />
}

function Screen({ libraryItem, partial: initialPartial, linked, initialView, wantedFormat }: ScreenProps) {
  const router = useRouter()
  const job = useJob(libraryItem.job)
  const partial = usePartialSegments(job, initialPartial)
  const transcript = job?.transcript ?? libraryItem.transcript
  const learned = libraryItem.media.title === null && Boolean(job?.title)
  const arrived = libraryItem.job !== null && libraryItem.job.status !== 'done' && job?.status === 'done'
  useEffect(() => {
    // The server may know more about the recording now: its title, its picture, whether it is a video.
    if (arrived || learned) router.refresh()
  }, [arrived, learned, router])

  const isRunning = job !== null && !isEnded(job.status)
  useTabProgress(isRunning ? progressWords(job) : null)
  const ended = job !== null && libraryItem.job?.status !== job.status && isEnded(job.status) ? job : null
  useEffect(() => {
    if (!ended || ended.error?.code === 'cancelled') return
    const title = ended.title ?? libraryItem.media.title ?? ''
    announceInBrowser(ended.job_id, ended.error ? noticeWords.failed : noticeWords.ready, ended.error?.detail ?? title)
  }, [ended, libraryItem.media.title])

  // A whole text that is made again.
  const isMadeAgain = libraryItem.job !== null && libraryItem.transcript !== null && !isPart(libraryItem.transcript)
  const replaced = isMadeAgain && arrived
  const failure = isMadeAgain ? (job?.error?.detail ?? null) : null
  useEffect(() => {
    if (replaced) toast.success(words.replaced)
    if (failure === null) return
    toast.error(words.kept(failure))
    router.refresh()
  }, [replaced, failure, router])

  const { libraryItemId, version, media, published, speech, engineCommands, notices, hasWords } = libraryItem
  const { detected, languageChoice } = libraryItem
  const pageEndSeconds = transcript === libraryItem.transcript ? libraryItem.pageEndSeconds : null
  return (
    <Reader
      libraryItemId={libraryItemId}
      media={media}
      published={published}
      speech={speech}
      detected={transcript === libraryItem.transcript ? detected : null}
      languageChoice={languageChoice}
      engineCommands={engineCommands}
      notices={notices}
      state={{ transcript, job, partial }}
      version={transcript === libraryItem.transcript ? version : null}
      pageEndSeconds={pageEndSeconds}
      hasWords={hasWords && transcript === libraryItem.transcript}
      linked={linked}
      initialView={initialView}
      wantedFormat={transcript && wantedFormat}
    />
  )
}

'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import type { Format } from '@/lib/captions/transcript'
import { Reader } from './reader'
import { useJob } from './use-job'
import { type PartialSegments, usePartialSegments } from './use-partial-segments'
import type { ViewerItem } from './viewer-item'

type Props = {
  libraryItem: ViewerItem
  /** What its job had heard when the page was made; null where none runs. */
  partial: PartialSegments | null
  initialSeconds: number | null
  wantedFormat: Format | null
}

/** A library item as it goes on. Being made and being read are one page, which grows. */
export function ViewerScreen({ libraryItem, partial: initialPartial, initialSeconds, wantedFormat }: Props) {
  const router = useRouter()
  const job = useJob(libraryItem.job)
  const partial = usePartialSegments(job, initialPartial)
  const transcript = job?.transcript ?? libraryItem.transcript
  const learned = libraryItem.media.title === null && Boolean(job?.title)
  const arrived = libraryItem.job !== null && libraryItem.job.status !== 'done' && job?.status === 'done'
  useEffect(() => {
    // The server may know more about the recording by now: its title, its picture, whether it is a video.
    if (arrived || learned) router.refresh()
  }, [arrived, learned, router])

  const { libraryItemId, media, published } = libraryItem
  const pageEndSeconds = transcript === libraryItem.transcript ? libraryItem.pageEndSeconds : null
  return (
    <Reader
      libraryItemId={libraryItemId}
      media={media}
      published={published}
      state={{ transcript, job, partial }}
      pageEndSeconds={pageEndSeconds}
      initialSeconds={initialSeconds}
      wantedFormat={transcript && wantedFormat}
    />
  )
}

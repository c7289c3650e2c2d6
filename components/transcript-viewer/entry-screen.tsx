'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import type { Format } from '@/lib/captions/transcript'
import type { Entry } from './entry'
import { Reader } from './reader'
import { type Heard, useHeard } from './use-heard'
import { useJob } from './use-job'

type Props = {
  entry: Entry
  /** What its job had heard when the page was made; null where none runs. */
  heard: Heard | null
  initialSeconds: number | null
  wantedFormat: Format | null
}

/** An entry as it goes on. Being made and being read are one page, which grows. */
export function EntryScreen({ entry, heard: initiallyHeard, initialSeconds, wantedFormat }: Props) {
  const router = useRouter()
  const job = useJob(entry.job)
  const heard = useHeard(job, initiallyHeard)
  const transcript = job?.transcript ?? entry.transcript
  const learned = entry.media.title === null && Boolean(job?.title)
  const arrived = entry.job !== null && entry.job.status !== 'done' && job?.status === 'done'
  useEffect(() => {
    // The server may know more about the recording by now: its title, its picture, whether it is a video.
    if (arrived || learned) router.refresh()
  }, [arrived, learned, router])

  const { entryId, media, published } = entry
  const pageEndSeconds = transcript === entry.transcript ? entry.pageEndSeconds : null
  return (
    <Reader
      entryId={entryId}
      media={media}
      published={published}
      state={{ transcript, job, heard }}
      pageEndSeconds={pageEndSeconds}
      initialSeconds={initialSeconds}
      wantedFormat={transcript && wantedFormat}
    />
  )
}

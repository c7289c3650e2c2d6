'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import type { Format } from '@/lib/captions/transcript'
import type { Entry } from './entry'
import { EntryFrame } from './entry-frame'
import { EntryHeading } from './entry-heading'
import { Failed } from './failed'
import { Player } from './player'
import { Reader } from './reader'
import { useJob } from './use-job'
import { Working } from './working'

type Props = { entry: Entry; initialSeconds: number | null; wantedFormat: Format | null }

/** An entry in whatever state it is: being made, failed, or there to be read. */
export function EntryScreen({ entry, initialSeconds, wantedFormat }: Props) {
  const router = useRouter()
  const job = useJob(entry.job)
  const mediaRef = useRef<HTMLMediaElement | null>(null)
  const transcript = entry.transcript ?? job?.transcript
  const arrived = !entry.transcript && job?.status === 'done'
  useEffect(() => {
    // The server may know more about the recording by now: its title, whether it is a video.
    if (arrived) router.refresh()
  }, [arrived, router])

  if (transcript) {
    const { entryId, media } = entry
    return (
      <Reader
        entryId={entryId}
        transcript={transcript}
        media={media}
        initialSeconds={initialSeconds}
        wantedFormat={wantedFormat}
      />
    )
  }
  const title = job?.title ?? entry.media.title ?? 'Untitled recording'
  return (
    <EntryFrame
      heading={<EntryHeading title={title} />}
      player={entry.media.playUrl && <Player media={entry.media} mediaRef={mediaRef} captions={null} />}
    >
      {job?.error && <Failed job={job} error={job.error} />}
      {job && !job.error && <Working job={job} />}
    </EntryFrame>
  )
}

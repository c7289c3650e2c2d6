'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useMemo } from 'react'
import type { Format } from '@/lib/captions/transcript'
import type { Entry, Line } from './entry'
import { EntryFrame } from './entry-frame'
import { EntryHeading } from './entry-heading'
import { Failed } from './failed'
import { frameOf } from './frame-of'
import { MediaPlayer } from './media-player'
import { Reader } from './reader'
import { useJob } from './use-job'
import { usePlayback } from './use-playback'
import { words } from './words'
import { Working } from './working'

const NO_LINES: readonly Line[] = []

type Props = { entry: Entry; initialSeconds: number | null; wantedFormat: Format | null }

/** An entry in whatever state it is: being made, failed, or there to be read. */
export function EntryScreen({ entry, initialSeconds, wantedFormat }: Props) {
  const router = useRouter()
  const job = useJob(entry.job)
  const playback = usePlayback(NO_LINES, initialSeconds)
  const transcript = entry.transcript ?? job?.transcript
  const arrived = !entry.transcript && job?.status === 'done'
  useEffect(() => {
    // The server may know more about the recording by now: its title, whether it is a video.
    if (arrived) router.refresh()
  }, [arrived, router])

  const { platform } = entry.media
  const videoId = job?.video_id ?? null
  const frame = useMemo(() => (videoId === null ? null : frameOf(platform, videoId)), [platform, videoId])

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
  const title = job?.title ?? entry.media.title ?? words.untitled
  return (
    <EntryFrame
      heading={<EntryHeading title={title} />}
      player={
        (entry.media.playUrl || frame) && (
          <MediaPlayer media={entry.media} frame={frame} title={title} playback={playback} captions={null} />
        )
      }
    >
      {job?.error && <Failed job={job} error={job.error} />}
      {job && !job.error && <Working job={job} />}
    </EntryFrame>
  )
}

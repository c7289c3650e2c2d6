import { useMemo } from 'react'
import type { Format } from '@/lib/captions/transcript'
import type { Published } from '@/lib/publishing/contract'
import type { LibraryItemMedia } from '@/lib/transcripts/item-contract'
import { downloadAddress } from './download-address'
import { frameOf } from './frame-of'
import { JobFailed } from './job-failed'
import { JobProgress } from './job-progress'
import { MediaPlayer } from './media-player'
import { NoSpeech } from './no-speech'
import { PageEnd } from './page-end'
import { PartialNote } from './partial-note'
import { readingOf, runningJob, type ViewerState } from './reading'
import { ResumeChip } from './resume-chip'
import { TextNotes } from './text-notes'
import { Toolbar } from './toolbar'
import { TranscriptText } from './transcript-text'
import { useFollow } from './use-follow'
import { useIsVisible } from './use-is-visible'
import { usePlayback } from './use-playback'
import { usePlayerKeys } from './use-player-keys'
import { useSearch } from './use-search'
import { useWantedDownload } from './use-wanted-download'
import { ViewerFrame } from './viewer-frame'
import { ViewerHeading } from './viewer-heading'

type Props = {
  libraryItemId: string
  state: ViewerState
  /** Where the text on the page ends, when the transcript goes on. */
  pageEndSeconds: number | null
  media: LibraryItemMedia
  published: Published | null
  initialSeconds: number | null
  wantedFormat: Format | null
}

/** The recording beside its text, also while that is still being made. */
export function Reader({
  libraryItemId,
  state,
  pageEndSeconds,
  media,
  published,
  initialSeconds,
  wantedFormat,
}: Props) {
  const { transcript, job, partial } = state
  const { title, lang, lines, videoId } = readingOf(state, media)
  const playback = usePlayback(lines, initialSeconds)
  const { recording, activeLine, seek } = playback
  usePlayerKeys(recording)
  const search = useSearch(lines)
  const follow = useFollow(activeLine)
  const spokenInSight = useIsVisible(activeLine)
  useWantedDownload(libraryItemId, wantedFormat)
  const { platform, playUrl } = media
  const frame = useMemo(() => (playUrl ? null : frameOf(platform, videoId)), [playUrl, platform, videoId])
  const picture = media.hasThumbnail ? `/transcripts/${libraryItemId}/thumbnail` : null
  const playable = playUrl !== null || frame !== null
  const captions =
    transcript && lines.length > 0 ? { address: downloadAddress(libraryItemId, 'vtt'), lang: lang ?? 'und' } : null
  const searchThere = {
    ...search,
    // Where a hit is shown, the spoken line must not pull the page away from it.
    setQuery: (query: string) => {
      follow.pause()
      search.setQuery(query)
    },
  }
  const running = runningJob(state)
  const source = playUrl ? {} : { source: { seconds: lines[activeLine]?.start ?? null } }
  return (
    <ViewerFrame
      heading={
        <ViewerHeading title={title} picture={frame ? null : picture}>
          {transcript && <TextNotes transcript={transcript} grows={running !== null} {...source} />}
          {running && <JobProgress job={running} />}
        </ViewerHeading>
      }
      player={
        playable && (
          <MediaPlayer
            media={media}
            frame={frame}
            title={title}
            poster={picture}
            playback={playback}
            captions={captions}
          />
        )
      }
      toolbar={
        lines.length > 0 && (
          <Toolbar
            libraryItemId={libraryItemId}
            lines={lines}
            transcript={transcript}
            published={published}
            search={searchThere}
            follow={playable ? follow : null}
          />
        )
      }
    >
      {lines.length > 0 && (
        <TranscriptText
          lines={lines}
          lang={lang}
          activeLine={activeLine}
          onSeek={seek}
          addressable
          hits={search.hits}
          currentHit={search.hits[search.current] ?? null}
        />
      )}
      {pageEndSeconds !== null && <PageEnd endSeconds={pageEndSeconds} />}
      {transcript && lines.length === 0 && <NoSpeech warnings={transcript.warnings} />}
      {running && <PartialNote coveredMs={lines.length > 0 ? partial.covered_ms : 0} />}
      {!transcript && job?.error && <JobFailed job={job} error={job.error} />}
      {follow.paused && !spokenInSight && recording && <ResumeChip onClick={follow.resume} />}
    </ViewerFrame>
  )
}

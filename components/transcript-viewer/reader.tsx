import { useMemo } from 'react'
import type { Format, Transcript } from '@/lib/captions/transcript'
import { downloadAddress } from './download-address'
import type { Media } from './entry'
import { EntryFrame } from './entry-frame'
import { EntryHeading } from './entry-heading'
import { NoSpeech } from './no-speech'
import { Player } from './player'
import { provenance } from './provenance'
import { ResumeChip } from './resume-chip'
import { SourceLink } from './source-link'
import { Toolbar } from './toolbar'
import { TranscriptText } from './transcript-text'
import { useFollow } from './use-follow'
import { useInSight } from './use-in-sight'
import { usePlayback } from './use-playback'
import { useSearch } from './use-search'
import { useWantedDownload } from './use-wanted-download'
import { WarningLine } from './warning-line'

type Props = {
  entryId: string
  transcript: Transcript
  media: Media
  initialSeconds: number | null
  wantedFormat: Format | null
}

/** The transcript: the recording beside its text. */
export function Reader({ entryId, transcript, media, initialSeconds, wantedFormat }: Props) {
  const lines = useMemo(() => transcript.segments ?? [], [transcript.segments])
  const { mediaRef, activeLine, seek } = usePlayback(lines, initialSeconds)
  const search = useSearch(lines)
  const follow = useFollow(activeLine)
  const spokenInSight = useInSight(activeLine)
  useWantedDownload(entryId, wantedFormat)
  const title = transcript.title ?? media.title ?? 'Untitled recording'
  const { lang } = transcript
  const silence = transcript.warnings.find(({ code }) => code === 'no_speech')
  const captions = lines.length > 0 ? { address: downloadAddress(entryId, 'vtt'), lang: lang ?? 'und' } : null
  const searchThere = {
    ...search,
    // Where a hit is shown, the spoken line must not pull the page away from it.
    setQuery: (query: string) => {
      follow.pause()
      search.setQuery(query)
    },
  }
  return (
    <EntryFrame
      heading={
        <EntryHeading title={title}>
          <p className="flex flex-wrap gap-x-3 pt-1 text-sm text-soft">
            {provenance(transcript)}
            {!media.playUrl && transcript.platform !== 'upload' && transcript.platform !== 'podcast' && (
              <SourceLink transcript={transcript} />
            )}
          </p>
          <div className="flex flex-col gap-1 pt-2 empty:hidden">
            {transcript.warnings
              .filter((warning) => warning !== silence)
              .map((warning) => (
                <WarningLine key={warning.code} warning={warning} />
              ))}
          </div>
        </EntryHeading>
      }
      player={media.playUrl && <Player media={media} mediaRef={mediaRef} captions={captions} />}
      toolbar={
        lines.length > 0 && (
          <Toolbar
            entryId={entryId}
            lines={lines}
            lang={lang}
            search={searchThere}
            follow={media.playUrl ? follow : null}
          />
        )
      }
    >
      {lines.length > 0 ? (
        <TranscriptText
          lines={lines}
          lang={lang}
          activeLine={activeLine}
          onSeek={seek}
          addressable
          hits={search.hits}
          currentHit={search.hits[search.current] ?? null}
        />
      ) : (
        <NoSpeech detail={silence?.detail ?? 'No speech was found in this recording. Nothing was charged.'} />
      )}
      {follow.paused && !spokenInSight && media.playUrl && <ResumeChip onResume={follow.resume} />}
    </EntryFrame>
  )
}

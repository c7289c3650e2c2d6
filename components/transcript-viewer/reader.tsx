import { useMemo } from 'react'
import type { Format, Transcript } from '@/lib/captions/transcript'
import { downloadAddress } from './download-address'
import type { Media } from './entry'
import { EntryFrame } from './entry-frame'
import { EntryHeading } from './entry-heading'
import { frameOf } from './frame-of'
import { MediaPlayer } from './media-player'
import { NoSpeech } from './no-speech'
import { provenance } from './provenance'
import { ResumeChip } from './resume-chip'
import { SourceLink } from './source-link'
import { Toolbar } from './toolbar'
import { TranscriptText } from './transcript-text'
import { useFollow } from './use-follow'
import { useInSight } from './use-in-sight'
import { usePlayback } from './use-playback'
import { usePlayerKeys } from './use-player-keys'
import { useSearch } from './use-search'
import { useWantedDownload } from './use-wanted-download'
import { WarningLine } from './warning-line'
import { words } from './words'

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
  const playback = usePlayback(lines, initialSeconds)
  const { recording, activeLine, seek } = playback
  usePlayerKeys(recording)
  const search = useSearch(lines)
  const follow = useFollow(activeLine)
  const spokenInSight = useInSight(activeLine)
  useWantedDownload(entryId, wantedFormat)
  const { platform, video_id: videoId } = transcript
  const frame = useMemo(() => (media.playUrl ? null : frameOf(platform, videoId)), [media.playUrl, platform, videoId])
  const playable = media.playUrl !== null || frame !== null
  const title = transcript.title ?? media.title ?? words.untitled
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
            {!media.playUrl && transcript.platform !== 'upload' && (
              <SourceLink transcript={transcript} seconds={lines[activeLine]?.start ?? null} />
            )}
          </p>
          <div className="flex flex-col gap-1 pt-2 empty:hidden">
            {transcript.warnings
              .filter((warning) => warning !== silence)
              .map((warning) => (
                <WarningLine key={warning.code} warning={warning} transcript={transcript} />
              ))}
          </div>
        </EntryHeading>
      }
      player={
        playable && <MediaPlayer media={media} frame={frame} title={title} playback={playback} captions={captions} />
      }
      toolbar={
        lines.length > 0 && (
          <Toolbar
            entryId={entryId}
            lines={lines}
            transcript={transcript}
            search={searchThere}
            follow={playable ? follow : null}
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
        <NoSpeech detail={silence?.detail ?? words.silence} />
      )}
      {follow.paused && !spokenInSight && recording && <ResumeChip onClick={follow.resume} />}
    </EntryFrame>
  )
}

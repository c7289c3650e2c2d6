import { useEffect, useState } from 'react'
import type { LibraryItemMedia } from '@/lib/transcripts/item-contract'
import { AudioControls } from './audio-controls'
import { elementRecording } from './element-recording'
import { SpeedChoice } from './speed-choice'
import type { Playback } from './use-playback'
import { useRecordingState } from './use-recording-state'
import { words } from './words'

type Props = {
  media: Pick<LibraryItemMedia, 'kind' | 'title'> & { playUrl: string }
  playback: Pick<Playback, 'recording' | 'attach' | 'wantedSeconds'>
  /** Captions for a video: an address of a WebVTT file, and its language. */
  captions: { address: string; lang: string } | null
}

/** A recording that this page plays itself, beside its text. */
export function Player({ media, playback, captions }: Props) {
  const { recording, attach, wantedSeconds } = playback
  const [element, setElement] = useState<HTMLMediaElement | null>(null)
  const state = useRecordingState(recording)
  useEffect(() => {
    if (!element) return
    const playable = elementRecording(element)
    if (wantedSeconds() > 0) playable.seek(wantedSeconds())
    attach(playable)
    return () => attach(null)
  }, [element, attach, wantedSeconds])
  const shared = {
    src: media.playUrl,
    preload: 'metadata',
    'aria-label': media.title ?? words.recording,
    ref: setElement,
  } as const
  const track = captions && (
    <track kind="captions" src={captions.address} srcLang={captions.lang} label={words.captions} />
  )
  return (
    <section aria-label={words.player} className="rounded-md border border-hairline bg-raised p-3">
      {media.kind === 'video' ? (
        <div hidden={state.failed}>
          <video {...shared} controls playsInline className="max-h-[26vh] w-full rounded-sm bg-[black] lg:max-h-[40vh]">
            {track}
          </video>
          <p className="flex items-center justify-between pt-2 text-xs text-soft max-lg:hidden">
            {words.keys}
            <SpeedChoice recording={recording} />
          </p>
        </div>
      ) : (
        <>
          <audio {...shared}>{track}</audio>
          {!state.failed && <AudioControls recording={recording} state={state} />}
        </>
      )}
      {state.failed && <p className="text-sm text-soft">{words.notPlayable}</p>}
    </section>
  )
}

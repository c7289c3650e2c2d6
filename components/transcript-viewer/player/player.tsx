import { Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatShortClock } from '@/lib/captions/clock'
import type { LibraryItemMedia } from '@/lib/transcripts/library-item/contract'
import { words } from '../words'
import { elementRecording, type Recording, type RecordingState } from './recording'
import { SpeedChoice } from './speed-choice'
import { BackButton, ForwardButton, SoundControls } from './transport'
import type { Playback } from './use-playback'
import { useRecordingState } from './use-recording-state'
import { Waveform } from './waveform'

type Props = {
  media: Pick<LibraryItemMedia, 'kind' | 'title'> & { playUrl: string }
  playback: Pick<Playback, 'recording' | 'attach' | 'wantedSeconds'>
  /** Captions for a video: an address of a WebVTT file, and its language. */
  captions: { address: string; lang: string } | null
  /** The address of its waveform; null where this service does not have the file. */
  waveform?: string | null
}

/** The player of a recording whose file this page may load. */
export function Player({ media, playback, captions, waveform = null }: Props) {
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
  const wave = waveform && <Waveform address={waveform} recording={recording} state={state} />
  return (
    <section aria-label={words.player} className="rounded-md border border-hairline bg-raised p-3">
      {media.kind === 'video' ? (
        <div hidden={state.failed}>
          <video {...shared} controls playsInline className="max-h-[26vh] w-full rounded-sm bg-[black] lg:max-h-[40vh]">
            {track}
          </video>
        </div>
      ) : (
        <>
          <audio {...shared}>{track}</audio>
          {!state.failed && (
            <AudioControls recording={recording} state={state}>
              {wave}
            </AudioControls>
          )}
        </>
      )}
      {state.failed && <p className="text-sm text-soft">{failureWords(media.playUrl, element)}</p>}
    </section>
  )
}

/** Why a recording doesn't play: an address of another host that can't be loaded, or a file that the browser can't play. */
function failureWords(address: string, element: HTMLMediaElement | null): string {
  const { host, origin } = new URL(address, window.location.origin)
  const isUnloaded = element?.error?.code !== MediaError.MEDIA_ERR_DECODE
  return origin !== window.location.origin && isUnloaded ? words.notLoaded(host) : words.notPlayable
}

type ControlsProps = { recording: Recording | null; state: RecordingState; children: ReactNode }

const clock = (seconds: number) => formatShortClock(Math.floor(seconds * 1000))

/**
 * Controls of an audio recording: position, play or pause, skips, volume and speed. `children` appear below the
 * position.
 */
function AudioControls({ recording, state, children }: ControlsProps) {
  const { playing, seconds, totalSeconds, volume, muted, rate } = state
  const Icon = playing ? Pause : Play
  // A length is rounded up everywhere, so the player agrees with the line below the title.
  const total = Math.ceil(totalSeconds)
  return (
    <div dir="ltr">
      <input
        type="range"
        min={0}
        max={Math.max(totalSeconds, 0.1)}
        step={0.1}
        value={seconds}
        onChange={(event) => recording?.seek(event.target.valueAsNumber)}
        aria-label={words.position}
        aria-valuetext={words.positionOf(clock(seconds), clock(total))}
        className="scrubber block w-full cursor-pointer"
        style={{ backgroundSize: `${(100 * seconds) / Math.max(totalSeconds, 0.1)}% 4px, 100% 4px` }}
      />
      {children}
      <p className="times flex justify-between text-soft" aria-hidden="true">
        <span>{clock(seconds === totalSeconds ? total : seconds)}</span>
        <span>{clock(total)}</span>
      </p>
      <div className="flex items-center gap-1 pt-1">
        <BackButton recording={recording} />
        <button
          type="button"
          onClick={() => (playing ? recording?.pause() : recording?.play())}
          aria-label={playing ? words.pause : words.play}
          title={playing ? words.pause : words.play}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent transition-colors hover:bg-accent-deep"
        >
          <Icon className="size-5 fill-current" aria-hidden="true" />
        </button>
        <ForwardButton recording={recording} />
        <span className="ms-auto flex min-w-0 items-center gap-2">
          {recording?.setSound && volume !== null && (
            <SoundControls recording={recording} volume={volume} muted={muted} />
          )}
          <SpeedChoice recording={recording} rate={rate} />
        </span>
      </div>
    </div>
  )
}

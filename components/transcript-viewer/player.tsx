import type { RefObject } from 'react'
import { AudioControls } from './audio-controls'
import type { Media } from './entry'
import { useMediaState } from './use-media-state'

type Props = {
  media: Pick<Media, 'playUrl' | 'kind' | 'title'>
  mediaRef: RefObject<HTMLMediaElement | null>
  /** Captions for a video: an address of a WebVTT file, and its language. */
  captions: { address: string; lang: string } | null
}

/** The recording itself, beside its text. Nothing where only the platform can play it. */
export function Player({ media, mediaRef, captions }: Props) {
  const state = useMediaState(mediaRef)
  const { playUrl, kind } = media
  if (!playUrl) return null
  const shared = { src: playUrl, preload: 'metadata', 'aria-label': media.title ?? 'The recording' } as const
  const track = captions && <track kind="captions" src={captions.address} srcLang={captions.lang} label="Transcript" />
  return (
    <section aria-label="Player" className="rounded-md border border-hairline bg-raised p-3">
      {kind === 'video' ? (
        <video
          {...shared}
          ref={(element) => {
            mediaRef.current = element
          }}
          controls
          playsInline
          hidden={state.failed}
          className="max-h-[26vh] w-full rounded-sm bg-[black] lg:max-h-[40vh]"
        >
          {track}
        </video>
      ) : (
        <>
          <audio
            {...shared}
            ref={(element) => {
              mediaRef.current = element
            }}
          >
            {track}
          </audio>
          {!state.failed && <AudioControls mediaRef={mediaRef} state={state} />}
        </>
      )}
      {state.failed && (
        <p className="text-sm text-soft">There is nothing here that this browser can play. The text is complete.</p>
      )}
    </section>
  )
}

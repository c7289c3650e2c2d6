import { Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Picture } from '@/components/ui/picture'
import type { Platform } from '@/lib/captions/transcript'
import { PLATFORM_NAMES } from '../platform-names'
import type { Frame } from './frame-of'
import { framedRecording } from './framed-recording'
import { mayFrameHere, reloadToFrame, takeWishToFrame } from './may-frame-here'
import { SpeedChoice } from './speed-choice'
import type { Playback } from './use-playback'
import { words } from './words'

type Props = {
  frame: Frame
  platform: Platform
  title: string
  /** The address of a picture of it; null: there is none. */
  poster: string | null
  playback: Pick<Playback, 'recording' | 'attach' | 'wantedSeconds'>
}

/** A platform's own player, which is asked for only once somebody wants it. */
export function FramedPlayer({ frame, platform, title, poster, playback }: Props) {
  const { recording, attach, wantedSeconds } = playback
  const [address, setAddress] = useState<string | null>(null)
  const [element, setElement] = useState<HTMLIFrameElement | null>(null)
  const show = () => {
    if (mayFrameHere()) setAddress(frame.address(wantedSeconds(), window.location.origin))
    else reloadToFrame(wantedSeconds())
  }
  useEffect(() => {
    if (takeWishToFrame()) setAddress((old) => old ?? frame.address(wantedSeconds(), window.location.origin))
  }, [frame, wantedSeconds])
  useEffect(() => {
    if (!element) return
    let close: (() => void) | null = null
    let left = false
    void frame.protocol().then((protocol) => {
      if (left) return
      const playable = framedRecording(element, frame.origin, protocol)
      close = playable.close
      attach(playable)
    })
    return () => {
      left = true
      close?.()
      attach(null)
    }
  }, [element, attach, frame])
  const name = PLATFORM_NAMES[platform]
  return (
    <section aria-label={words.player} className="rounded-md border border-hairline bg-raised p-3">
      {address ? (
        <>
          <iframe
            ref={setElement}
            src={address}
            title={words.framed(title, name)}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            allowFullScreen
            referrerPolicy="strict-origin-when-cross-origin"
            className="aspect-video max-h-[26vh] w-full rounded-sm bg-[black] lg:max-h-none"
          />
          <p className="flex items-center justify-between pt-2 text-xs text-soft max-lg:hidden">
            {words.keys}
            <SpeedChoice recording={recording} />
          </p>
        </>
      ) : (
        <button
          type="button"
          onClick={show}
          className="flex w-full items-center gap-3 rounded-sm bg-sunken p-3 text-start hover:text-accent lg:flex-col lg:text-center"
        >
          {poster && (
            <Picture address={poster} className="aspect-video w-full max-lg:hidden">
              {null}
            </Picture>
          )}
          <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent">
            <Play className="size-5 fill-current" aria-hidden="true" />
          </span>
          <span className="flex flex-col gap-0.5">
            <span className="text-sm font-medium">{words.playFrom(name)}</span>
            <span className="text-xs text-soft">{words.contacts(new URL(frame.origin).hostname)}</span>
          </span>
        </button>
      )}
    </section>
  )
}

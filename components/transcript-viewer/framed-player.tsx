import { useEffect, useState } from 'react'
import type { Platform } from '@/lib/captions/transcript'
import type { Frame } from './frame-of'
import { mayFrameHere, reloadToFrame, takeFrameRequest } from './frame-policy'
import { framedRecording } from './framed-recording'
import { PlayerFrame } from './player-frame'
import { PlayerOffer } from './player-offer'
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
    if (takeFrameRequest()) setAddress((old) => old ?? frame.address(wantedSeconds(), window.location.origin))
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
  return (
    <section aria-label={words.player} className="rounded-md border border-hairline bg-raised p-3">
      {address ? (
        <PlayerFrame ref={setElement} address={address} platform={platform} title={title} recording={recording} />
      ) : (
        <PlayerOffer frame={frame} platform={platform} poster={poster} onTake={show} />
      )}
    </section>
  )
}

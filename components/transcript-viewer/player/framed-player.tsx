import { useEffect, useState } from 'react'
import type { Platform } from '@/lib/platforms/platforms'
import { words } from '../words'
import type { Frame } from './frame-of'
import { framedRecording } from './framed-recording'
import { PlayerFrame, PlayerOffer } from './player-frame'
import type { Playback } from './use-playback'
import { useRecordingState } from './use-recording-state'

type Props = {
  frame: Frame
  platform: Platform
  title: string
  /** The address of a picture of it; null: there is none. */
  poster: string | null
  playback: Pick<Playback, 'recording' | 'attach' | 'wantedSeconds'>
}

/** A platform's own player in a frame. It is loaded on request only. */
export function FramedPlayer({ frame, platform, title, poster, playback }: Props) {
  const { recording, attach, wantedSeconds } = playback
  const state = useRecordingState(recording)
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
        <PlayerFrame
          ref={setElement}
          address={address}
          platform={platform}
          title={title}
          recording={recording}
          state={state}
        />
      ) : (
        <PlayerOffer frame={frame} platform={platform} poster={poster} onTake={show} />
      )}
    </section>
  )
}

/** Keeps, in the tab's session storage, the path of the page that reloads to show its player. A link can't set it. */
const REQUEST_KEY = 'verbatim:player-wanted-at'

/**
 * Whether the Content-Security-Policy of this document allows a platform's player. Only pages of a transcript are served with
 * one that does, and the policy stays that of the document that was loaded when the router shows another page.
 */
function mayFrameHere(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded !== undefined && /^\/transcripts\/./.test(new URL(loaded.name).pathname)
}

/** Reloads this page to get its own policy; the player then begins at `seconds`. */
function reloadToFrame(seconds: number): void {
  const address = new URL(window.location.href)
  window.sessionStorage.setItem(REQUEST_KEY, address.pathname)
  if (seconds > 0) address.searchParams.set('t', String(Math.floor(seconds)))
  if (address.href === window.location.href) window.location.reload()
  else window.location.assign(address)
}

/** Whether this page was reloaded to show its player. Answers true once. */
function takeFrameRequest(): boolean {
  const isRequested = window.sessionStorage.getItem(REQUEST_KEY) === window.location.pathname
  window.sessionStorage.removeItem(REQUEST_KEY)
  return isRequested && mayFrameHere()
}

import { type RefObject, useEffect, useState } from 'react'

export type MediaState = { playing: boolean; seconds: number; totalSeconds: number; failed: boolean }

const EVENTS = ['play', 'pause', 'ended', 'timeupdate', 'seeking', 'loadedmetadata', 'durationchange', 'error']

function look(media: HTMLMediaElement): MediaState {
  return {
    playing: !media.paused && !media.ended,
    seconds: media.currentTime,
    totalSeconds: Number.isFinite(media.duration) ? media.duration : 0,
    failed: media.error !== null,
  }
}

/** What a media element is doing, as it changes. */
export function useMediaState(mediaRef: RefObject<HTMLMediaElement | null>): MediaState {
  const [state, setState] = useState<MediaState>({ playing: false, seconds: 0, totalSeconds: 0, failed: false })
  useEffect(() => {
    const media = mediaRef.current
    if (!media) return
    const controller = new AbortController()
    const update = () => setState(look(media))
    for (const name of EVENTS) media.addEventListener(name, update, { signal: controller.signal })
    // It may have loaded, or failed, before this page came alive.
    update()
    return () => controller.abort()
  }, [mediaRef])
  return state
}

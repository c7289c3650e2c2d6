import { useCallback, useEffect, useState } from 'react'
import { observeVisibility, onScrollByHand, scrollToElement } from './scrolling'

export type Follow = { following: boolean; paused: boolean; toggle: () => void; pause: () => void; resume: () => void }

/**
 * Keeps the spoken line in view. Scrolling by hand pauses that until it is resumed. `activeLine` is -1 while nothing is
 * spoken.
 */
export function useFollow(activeLine: number): Follow {
  const [following, setFollowing] = useState(true)
  const [pausedByHand, setPausedByHand] = useState(false)
  const moving = following && !pausedByHand
  useEffect(() => {
    if (moving && activeLine >= 0) scrollToElement(document.querySelector(`[data-line="${activeLine}"]`))
  }, [moving, activeLine])
  useEffect(() => {
    if (moving && activeLine >= 0) return onScrollByHand(() => setPausedByHand(true))
  }, [moving, activeLine])
  const pause = useCallback(() => setPausedByHand(true), [])
  return {
    following,
    paused: following && pausedByHand && activeLine >= 0,
    toggle: () => {
      setFollowing((on) => !on)
      setPausedByHand(false)
    },
    pause,
    resume: () => setPausedByHand(false),
  }
}

/** Whether the line of an index is on the screen; true while there is none (-1). */
export function useIsVisible(line: number): boolean {
  const [inSight, setInSight] = useState(true)
  useEffect(() => observeVisibility(line, setInSight), [line])
  return inSight
}

import { useEffect, useState } from 'react'
import { onScrollByHand } from './on-scroll-by-hand'
import { scrollToElement } from './scroll-to-element'

export type Follow = { following: boolean; paused: boolean; toggle: () => void; pause: () => void; resume: () => void }

/**
 * Keeps the spoken line in sight. Whoever scrolls by hand is left alone (`paused`) until they resume. `activeLine` is -1
 * while nothing is said.
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
  return {
    following,
    paused: following && pausedByHand && activeLine >= 0,
    toggle: () => {
      setFollowing((on) => !on)
      setPausedByHand(false)
    },
    pause: () => setPausedByHand(true),
    resume: () => setPausedByHand(false),
  }
}

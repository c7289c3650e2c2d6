import { useEffect, useState } from 'react'
import { scrollToElement } from './scroll-to-element'

const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown'])

export type Follow = { following: boolean; paused: boolean; toggle: () => void; pause: () => void; resume: () => void }

/** Whether a press is on the window's own scroll bar. */
const onScrollBar = (event: PointerEvent) => event.clientX >= document.documentElement.clientWidth

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
    if (!moving || activeLine < 0) return
    const controller = new AbortController()
    const options = { signal: controller.signal, passive: true }
    const pause = () => setPausedByHand(true)
    const inField = (target: EventTarget | null) =>
      target instanceof Element && target.matches('input, select, button, a, [role^=menu]')
    window.addEventListener('wheel', pause, options)
    window.addEventListener('touchmove', pause, options)
    window.addEventListener('pointerdown', (event) => onScrollBar(event) && pause(), options)
    window.addEventListener(
      'keydown',
      (event) => SCROLL_KEYS.has(event.key) && !inField(event.target) && pause(),
      options,
    )
    return () => controller.abort()
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

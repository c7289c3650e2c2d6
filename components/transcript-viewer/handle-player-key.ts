import type { Recording } from './recording'

const STEP_SECONDS = 5

/** What keeps these keys for itself: fields, menus, tabs, the browser's own players. */
const TAKES_ARROWS = 'input, textarea, select, video, audio, [role^=menu], [role=tab], [role=slider]'
const TAKES_SPACE = [TAKES_ARROWS, 'button', 'a', 'summary'].join()

const within = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null

/** Space plays and pauses; the arrows to the sides go five seconds back and on. */
export function handlePlayerKey(event: KeyboardEvent, recording: Recording): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey || event.defaultPrevented) return
  const { playing, seconds } = recording.state()
  if (event.key === ' ' && !within(event.target, TAKES_SPACE)) {
    if (playing) recording.pause()
    else recording.play()
  } else if (event.key === 'ArrowLeft' && !within(event.target, TAKES_ARROWS)) {
    recording.seek(Math.max(0, seconds - STEP_SECONDS))
  } else if (event.key === 'ArrowRight' && !within(event.target, TAKES_ARROWS)) {
    recording.seek(seconds + STEP_SECONDS)
  } else return
  event.preventDefault()
}

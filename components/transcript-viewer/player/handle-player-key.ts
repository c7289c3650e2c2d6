import { takesLetters } from '@/components/is-typing'
import { nextRate } from './rates'
import { type Recording, skip } from './recording'

const STEP_SECONDS = 5
const SKIP_SECONDS = 10

/** Elements that use the arrows themselves: fields, menus, tabs, the browser's own players. */
const TAKES_ARROWS = 'input, textarea, select, video, audio, [role^=menu], [role=tab], [role=slider], [role=listbox]'
const TAKES_SPACE = [TAKES_ARROWS, 'button', 'a', 'summary'].join()

const within = (selector: string) => (target: EventTarget | null) =>
  target instanceof Element && target.closest(selector) !== null

type Key = { act: (recording: Recording) => void; isTaken: (target: EventTarget | null) => boolean }

const toggle = (recording: Recording) => (recording.state().playing ? recording.pause() : recording.play())
const setRate = (by: 1 | -1) => (recording: Recording) => recording.setRate(nextRate(recording.state().rate, by))
const toggleMuted = (recording: Recording) => {
  const { volume, muted } = recording.state()
  recording.setSound?.(volume ?? 1, !muted)
}

const KEYS: Readonly<Record<string, Key>> = {
  ' ': { act: toggle, isTaken: within(TAKES_SPACE) },
  k: { act: toggle, isTaken: takesLetters },
  ArrowLeft: { act: (recording) => skip(recording, -STEP_SECONDS), isTaken: within(TAKES_ARROWS) },
  ArrowRight: { act: (recording) => skip(recording, STEP_SECONDS), isTaken: within(TAKES_ARROWS) },
  j: { act: (recording) => skip(recording, -SKIP_SECONDS), isTaken: takesLetters },
  l: { act: (recording) => skip(recording, SKIP_SECONDS), isTaken: takesLetters },
  m: { act: toggleMuted, isTaken: takesLetters },
  '<': { act: setRate(-1), isTaken: takesLetters },
  '>': { act: setRate(1), isTaken: takesLetters },
}

/** Plays, pauses, skips, mutes and changes the speed by key. The overlay of keyboard shortcuts lists the keys. */
export function handlePlayerKey(event: KeyboardEvent, recording: Recording): void {
  const key = KEYS[event.key]
  const isShifted = event.shiftKey && event.key !== '<' && event.key !== '>'
  if (!key || event.metaKey || event.ctrlKey || event.altKey || isShifted || event.defaultPrevented) return
  if (key.isTaken(event.target)) return
  key.act(recording)
  event.preventDefault()
}

import { isShortcut } from '@/components/shortcut-key'
import { nextRate } from './rates'
import { type Recording, skip } from './recording'

const STEP_SECONDS = 5
const SKIP_SECONDS = 10

const toggle = (recording: Recording) => (recording.state().playing ? recording.pause() : recording.play())
const setRate = (by: 1 | -1) => (recording: Recording) => recording.setRate(nextRate(recording.state().rate, by))
const toggleMuted = (recording: Recording) => {
  const { volume, muted } = recording.state()
  recording.setSound?.(volume ?? 1, !muted)
}

const KEYS: Readonly<Record<string, (recording: Recording) => void>> = {
  ' ': toggle,
  k: toggle,
  ArrowLeft: (recording) => skip(recording, -STEP_SECONDS),
  ArrowRight: (recording) => skip(recording, STEP_SECONDS),
  j: (recording) => skip(recording, -SKIP_SECONDS),
  l: (recording) => skip(recording, SKIP_SECONDS),
  m: toggleMuted,
  '<': setRate(-1),
  '>': setRate(1),
}

/** Plays, pauses, skips, mutes and changes the speed by key. The overlay of keyboard shortcuts lists the keys. */
export function handlePlayerKey(event: KeyboardEvent, recording: Recording): void {
  const act = KEYS[event.key]
  if (!act || !isShortcut(event)) return
  act(recording)
  event.preventDefault()
}

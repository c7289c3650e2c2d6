import { words } from './words'

/** A time as players show it: `0:05`, `12:34`, `1:02:03`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const rest = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** A time as a screen reader says it. */
export function spokenClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return words.spokenTime(Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60)
}

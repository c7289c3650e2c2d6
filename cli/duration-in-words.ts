/** A stretch of time for people: minutes and hours, and "a moment" for what is shorter. */
export function durationInWords(seconds: number): string {
  if (seconds < 60) return 'a moment'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const whole = hours === 1 ? 'an hour' : `${hours} hours`
  return rest === 0 ? whole : `${whole} and ${rest} min`
}

/** A stretch of time for people: hours and minutes, and seconds below one minute. */
export function durationInWords(seconds: number): string {
  if (seconds > 0 && seconds <= 59) return `${Math.ceil(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}

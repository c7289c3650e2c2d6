/** A length for people, in minutes and hours. */
export function lengthWords(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return seconds > 0 ? 'under 1 min' : '0 min'
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}

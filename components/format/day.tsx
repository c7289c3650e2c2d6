import { formatDay } from './format-day'

/** A day, as people write it. */
export function Day({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatDay(iso)}</time>
}

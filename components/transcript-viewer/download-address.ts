import type { Format } from '@/lib/captions/transcript'

/** The address of an entry's document in a format. */
export function downloadAddress(entryId: string, format: Format): string {
  return `/transcripts/${encodeURIComponent(entryId)}/download/${format}`
}

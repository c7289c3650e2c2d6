import type { Format } from '@/lib/captions/transcript'

/** The address of a library item's document in a format. */
export function downloadAddress(libraryItemId: string, format: Format): string {
  return `/transcripts/${encodeURIComponent(libraryItemId)}/download/${format}`
}

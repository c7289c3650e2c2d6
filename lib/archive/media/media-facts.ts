import type { MediaKind } from '@/lib/core/generated/prisma/enums'

/** The facts that a source gives about a media, beyond its link. */
export type MediaFacts = {
  kind: MediaKind
  title?: string | null
  author?: string | null
  thumbnailUrl?: string | null
  publishedAt?: Date | null
}

/** Longer titles are cut. */
const MAX_CHARACTERS = 1000
const MAX_URL_CHARACTERS = 4000

/**
 * A text on one line that a database accepts and a page can show: no control characters, no lone surrogates; null where
 * nothing is left.
 */
export function tidyLine(text: string | null | undefined): string | null {
  const line =
    text
      ?.toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .trim() ?? ''
  return line === ''
    ? null
    : Array.from(line.slice(0, 2 * MAX_CHARACTERS))
        .slice(0, MAX_CHARACTERS)
        .join('')
}

function tidyDate(date: Date | null | undefined): Date | null {
  const year = date?.getUTCFullYear()
  // The year of an invalid date is NaN and compares false.
  return date && year !== undefined && year > 0 && year < 10_000 ? date : null
}

/**
 * The facts that a source gives about a media, sanitised to be stored. Files, feeds and platforms may contain anything.
 */
export function tidyFacts({ kind, title, author, thumbnailUrl, publishedAt }: MediaFacts): Required<MediaFacts> {
  const picture = tidyLine(thumbnailUrl && thumbnailUrl.length <= MAX_URL_CHARACTERS ? thumbnailUrl : null)
  return {
    kind,
    title: tidyLine(title),
    author: tidyLine(author),
    thumbnailUrl: picture,
    publishedAt: tidyDate(publishedAt),
  }
}

import type { MediaFacts } from './save-media'

/** A title longer than this is no title. */
const MAX_CHARACTERS = 1000
const MAX_URL_CHARACTERS = 4000

/** A text on one line that a database takes and a page can show: no control characters, no halves of characters. */
function tidyLine(text: string | null | undefined): string | null {
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
  // The year of an invalid date is not a number, and in no order.
  return date && year !== undefined && year > 0 && year < 10_000 ? date : null
}

/** What a source says of a recording, as far as it can be kept. Files, feeds and platforms say anything. */
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

import { words } from '@/app/words'
import { plainTitle } from '@/lib/captions/text/plain-title'
import type { QuotePicture } from '@/lib/publishing/picture/draw-quote'
import { isDrawable, withoutPictures } from '@/lib/publishing/picture/drawable'
import type { FoundQuote } from '@/lib/publishing/quote/find-quote'
import { detailOf, timesOf } from '@/lib/publishing/quote/quote-card'

/** A text as it can be drawn; empty where it can't be. */
function drawn(text: string): string {
  const plain = withoutPictures(plainTitle(text))
  return isDrawable(plain) ? plain : ''
}

/**
 * What the picture of a quote says; null where there is no typeface for its words. A title or a name without one is left
 * out.
 */
export function pictureOf(quote: FoundQuote): QuotePicture | null {
  const said = drawn(quote.text)
  if (said === '') return null
  return {
    words: said,
    title: drawn(quote.title ?? ''),
    detail: drawn(detailOf(quote)) || timesOf(quote),
    site: words.name,
  }
}

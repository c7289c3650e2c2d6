import { formatShortClock } from '@/lib/captions/clock'
import { plainTitle } from '@/lib/captions/text/plain-title'
import { escapeAttribute } from '../escape-attribute'
import type { FoundQuote } from './find-quote'
import { cutQuote, type Quote } from './quote'

/** The card of a quote's link. URLs are absolute. */
export type QuoteCard = { title: string; summary: string; url: string; image: string }

const clock = (seconds: number) => formatShortClock(Math.round(seconds * 1000))

/** When it is said: `1:02–1:09`, or one time where it begins and ends in the same second. */
export function timesOf({ start, end }: Pick<Quote, 'start' | 'end'>): string {
  const [from, to] = [clock(start), clock(end)]
  return from === to ? from : `${from}–${to}`
}

/** When it is said, and by whom. */
export function detailOf(quote: Quote): string {
  return [timesOf(quote), quote.speaker && plainTitle(quote.speaker)].filter(Boolean).join(' · ')
}

/** Sites that show cards cut longer titles themselves. */
const MAX_TITLE_CHARACTERS = 110

/**
 * The card of a quote: its words are the title, and below stand those that the title has no room for, and whose they are.
 * `page` is the page's address.
 */
export function cardOf(page: string, quote: FoundQuote): QuoteCard {
  const url = `${page}?t=${quote.time}`
  const from = [plainTitle(quote.title ?? ''), detailOf(quote)].filter(Boolean).join(' · ')
  const short = cutQuote(quote.text, MAX_TITLE_CHARACTERS)
  const summary = short === quote.text ? from : `“${quote.text}” ${from}`
  return { title: `“${short}”`, summary, url, image: `${page}/image?t=${quote.time}` }
}

/** The properties of the head that a card sets, by the name of their element. */
const PROPERTIES: Readonly<Record<string, (card: QuoteCard) => string>> = {
  'og:title': ({ title }) => title,
  'og:description': ({ summary }) => summary,
  'og:url': ({ url }) => url,
  'og:image': ({ image }) => image,
  'og:image:alt': ({ title }) => title,
  'twitter:title': ({ title }) => title,
  'twitter:description': ({ summary }) => summary,
  'twitter:image': ({ image }) => image,
}

const ELEMENT = /<meta (?:property|name)="([\w:]{1,40})" content="[^"]*"/g

/**
 * The HTML of a public page with the card of a quote in its head, which is all that a quote's link changes of it. The text below is
 * neither decoded nor searched.
 */
export function withQuoteCard(html: Buffer, card: QuoteCard): Buffer {
  const end = Math.max(html.indexOf('</head>'), 0)
  const head = html.toString('utf8', 0, end).replace(ELEMENT, (element, name: string) => {
    const value = PROPERTIES[name]?.(card)
    if (value === undefined) return element
    return element.replace(/content="[^"]*"$/, () => `content="${escapeAttribute(value)}"`)
  })
  return Buffer.concat([Buffer.from(head), html.subarray(end)])
}

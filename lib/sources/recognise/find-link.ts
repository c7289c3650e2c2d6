import { CAPTION_ENDINGS } from '@/lib/captions/formats/formats'
import { hasScheme } from './link-parts'
import { damagedLink } from './link-problems'

const MAX_CHARACTERS = 16_384

/** Soft hyphen, zero-width spaces, marks of direction: what chats and mails put into links unseen. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const OPENERS = /^[<("'[{«“‘「『【《（*`]+/
const LINK_START = /(?:^|[^\w/=&?#%.+~@-])(?=https?:\/\/)/i
/** As embed codes write it: `src="//player.example/1"`. */
const RELATIVE_START = /(?:^|["'(<])(?=\/\/[\w-]{1,63}\.[\w.-]{2,200}\/)/
const BARE_LINK = /^(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}\/\S/i

/** X's embed code, whose text links elsewhere by t.co before it links to the post itself. */
const X_EMBED = /class="?twitter-(?:tweet|video)\b/i
const X_POST = /https:\/\/(?:www\.)?(?:twitter|x)\.com\/\w{1,50}\/status(?:es)?\/\d{1,20}[^\s"'<>]{0,500}/i

/**
 * Links with a label, as Slack (`<link|label>`) and forums (`[url=link]label[/url]`) write them. Neither part contains the bracket
 * that begins a link, so that matching takes linear time.
 */
const SLACK_LINK = /<(https?:\/\/[^\s<>|]{1,4096})\|[^<>]{0,4096}>/gi
const FORUM_LINK = /\[url(?:=["']?([^[\]\s"']{1,4096})["']?)?\]([^[\]]{0,4096})\[\/url\]/gi
const REPEATED_SCHEME = /https?:\/\/(?=https?:\/\/)/gi

function withoutLabels(text: string): string {
  return text
    .replace(SLACK_LINK, ' $1 ')
    .replace(FORUM_LINK, (_, link: string | undefined, label: string) => ` ${link ?? label} `)
    .replace(REPEATED_SCHEME, '')
    .trim()
}

/** Schemes of code and local data: such a text is not searched for a link. */
const CODE = /^(?:javascript|vbscript|data|file|blob|about):/i

function hasControlCharacter(text: string): boolean {
  for (const character of text) {
    if ((character < ' ' && !'\t\n\r'.includes(character)) || character === '\u007f') return true
  }
  return false
}

/** The place in a word at which a link begins, or -1. */
function linkStart(word: string): number {
  const match = LINK_START.exec(word) ?? RELATIVE_START.exec(word)
  return match ? match.index + match[0].length : -1
}

/** Percent-decodes a text. Throws `invalid_url` where it is damaged. */
export function decodeWhole(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw damagedLink('This link is damaged. Copy it again.')
  }
}

function inOneWord(word: string): string {
  if (/^https?%3a/i.test(word)) return cutEnd(decodeWhole(word))
  if (hasScheme(word) && !/^https?:/i.test(word)) return word
  const start = linkStart(word)
  return cutEnd(start < 0 ? word.replace(OPENERS, '') : word.slice(start))
}

/** Links to files come with the spaces of the file's name. */
function isFileWithSpaces(text: string): boolean {
  return /^https?:\/\//i.test(text) && !/[\t\n\r]/.test(text) && endsAsFile(text) && linkStart(text.slice(1)) < 0
}

function amongWords(text: string, words: readonly string[]): string {
  if (isFileWithSpaces(text)) return text
  const links = words.filter((word) => linkStart(word) >= 0)
  if (links.length === words.length && new Set(links.map(inOneWord)).size > 1) {
    throw damagedLink('Paste only one link at a time.')
  }
  const found = links[0] ?? words.find((word) => BARE_LINK.test(word.replace(OPENERS, '')))
  return found === undefined ? text : inOneWord(found)
}

/**
 * The link in what people paste: alone, in brackets or quotes, in a sentence, in a share text or in an embed code. What
 * was escaped for HTML or percent-encoded as a whole is given plain. A text without a link comes back as it is. Throws
 * Problem `invalid_url` for several links, control characters and overlong texts.
 */
function findLink(pasted: string): string {
  if (pasted.length > MAX_CHARACTERS) throw damagedLink('This text is too long for a link. Paste only the link.')
  const plain = pasted
    .replace(INVISIBLE, '')
    .trim()
    .replace(/&(?:amp;)+/gi, '&')
  const text = (X_EMBED.test(plain) ? X_POST.exec(plain)?.[0] : null) ?? withoutLabels(plain)
  if (hasControlCharacter(text)) throw damagedLink('This link contains invalid characters. Copy it again.')
  if (CODE.test(text)) return text
  const words = text.split(/\s+/).map((word) => word.replace(/^(?:url|link):(?=\S)/i, ''))
  return words.length > 1 ? amongWords(text, words) : inOneWord(words[0] ?? '')
}

/** Schemes by which podcast apps mark the address of a feed. */
const FEED_SCHEME = /^(?:feed|itpc|pcast|podcast):(?:\/\/)?/i

/**
 * The link in what people paste, whole: `//` and bare domains get https, a feed's own scheme gives way to it. Any other
 * text comes back for the parser to judge. Throws Problem `invalid_url` as `findLink` does.
 */
export function withScheme(pasted: string): string {
  const text = findLink(pasted).replace(FEED_SCHEME, '')
  if (text.startsWith('//')) return `https:${text}`
  if (hasScheme(text)) return text
  return /^[^\s/.:]{1,63}\.[^\s]{1,16384}$/.test(text) ? `https://${text}` : text
}

/** Characters that no link contains and that texts put right behind one. */
const STOP = /[\s"<>`「」『』【】《》（），。；！？、“”«»]/
const PUNCTUATION = ".,;:!?'’*|"
const OPENER_OF: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
const AUTHORITY = /^(?:[a-z]{2,20}:)?\/{0,2}[^/?#"<>`\s]{0,300}/i
const RECORDING = 'mp3|m4a|m4b|aac|ogg|oga|opus|flac|wav|mp4|m4v|mov|mkv|webm|avi|mpe?g|ts'
const FILE_NAME = new RegExp(String.raw`\.(?:${RECORDING}|json|xml|rss|${CAPTION_ENDINGS.own.join('|')})$`, 'i')

/** Whether a link ends as a media, caption or feed file does. */
export function endsAsFile(link: string): boolean {
  return FILE_NAME.test(link)
}

function count(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return counts
}

/** Cuts off what follows a link in a text: quotes, brackets that were opened before it, the sentence's punctuation. */
function cutEnd(link: string): string {
  if (endsAsFile(link)) return link
  const authority = AUTHORITY.exec(link)?.[0].length ?? 0
  const stop = link.slice(authority).search(STOP)
  let end = stop < 0 ? link.length : authority + stop
  const counts = count(link.slice(0, end))
  for (; end > 0; end--) {
    const last = link.charAt(end - 1)
    const opener = OPENER_OF[last]
    const closed = counts.get(last) ?? 0
    if (opener === undefined ? !PUNCTUATION.includes(last) : closed <= (counts.get(opener) ?? 0)) break
    counts.set(last, closed - 1)
  }
  return link.slice(0, end)
}

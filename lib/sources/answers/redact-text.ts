/** The replacement of a secret. */
const REDACTED = '<redacted>'

/** A quotation mark as JSON, JavaScript, HTML and addresses write it, also within another text of theirs. */
const QUOTE = String.raw`(?:\\{0,16}["'\x60]|&quot;|&#0{0,4}(?:34|39);|&#x0{0,4}(?:22|27);|\\{1,16}u002[27]|\\{1,16}x2[27]|%2[27])`
const SEPARATOR = /:|=|%3A|%3D|&#58;|&#61;|\\{1,16}u003[ad]/gi
const SPACE_AFTER = /(?:\s|&nbsp;|\\[nrt]){0,8}/y
const QUOTE_BEFORE = new RegExp(`${QUOTE}$`, 'i')
const LONGEST_QUOTE = 24
const MAX_SPACE = 8
const MAX_NAME = 80
const QUOTE_HERE = new RegExp(QUOTE, 'iy')
const ANY_QUOTE = new RegExp(QUOTE, 'gi')
/** A value without quotes. An escaped character belongs to it, unless it is one that ends it. */
const BARE_VALUE =
  /(?:[^\s"'`<>&,;{}[\]()\\]|\\{1,16}u(?!00(?:2[2678c]|3[bce]|7d|5d))[0-9a-f]{4}|\\{1,16}\/|\\{1,16}x[0-9a-f]{2})+/iy
const LINE = /[^\r\n<>]*/y

const SECRET_WORDS =
  /token|secret|passw|pwd|cookie|session|signature|signed|credential|apikey|accesskey|csrf|xsrf|jwt|bearer|nonce|visitor|fingerprint|deviceid|email|phone|ipaddr|clientip|remoteaddr|authori[sz]|auth(?!or)/
const SECRET_NAMES = new Set(
  'h s sid sig sign key keys ip ips did uid ei pot otp pass pin hmac lsig hdnts ticket xsec ttwid webid odin iid'.split(
    ' ',
  ),
)
const HEADERS = new Set(['cookie', 'setcookie', 'authorization', 'proxyauthorization'])

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

function isSecretName(name: string): boolean {
  const plain = plainName(name)
  // The last word of a name says what it is: `config.key`, `data-h`, `cacheKey`.
  const last = plainName(name.split(/[.$_-]|(?=[A-Z][a-z])/).at(-1) ?? '')
  return SECRET_WORDS.test(plain) || SECRET_NAMES.has(plain) || SECRET_NAMES.has(last)
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** The end of the quoted value at `at`, with its quotation mark; the end of the text if it is cut. */
function endOfQuoted(text: string, at: number, quote: string): number {
  ANY_QUOTE.lastIndex = at
  for (let found = ANY_QUOTE.exec(text); found; found = ANY_QUOTE.exec(text)) {
    // A quotation mark after more backslashes is inside the value.
    if (found[0].toLowerCase() === quote.toLowerCase()) return found.index + found[0].length
  }
  return text.length
}

/** The end of the object or list at `at`. Brackets within its strings may end it later, never earlier. */
function endOfNested(text: string, at: number): number {
  let depth = 0
  for (let index = at; index < text.length; index++) {
    const character = text[index]
    if (character === '{' || character === '[') depth++
    if ((character === '}' || character === ']') && --depth === 0) return index + 1
  }
  return text.length
}

function endOfValue(text: string, at: number, name: string): { end: number; quote: string } {
  const quote = matchAt(QUOTE_HERE, text, at)
  if (quote) return { end: endOfQuoted(text, at + quote.length, quote), quote }
  if (text[at] === '{' || text[at] === '[') return { end: endOfNested(text, at), quote: '' }
  const pattern = HEADERS.has(plainName(name)) ? LINE : BARE_VALUE
  return { end: at + matchAt(pattern, text, at).length, quote: '' }
}

/** The names that may stand before a separator: the one that is written, and the one that an escape before it hides. */
function namesBefore(text: string, separator: number): string[] {
  let end = separator
  while (end > 0 && separator - end < MAX_SPACE && /\s/.test(text[end - 1] ?? '')) end--
  end -= QUOTE_BEFORE.exec(text.slice(Math.max(0, end - LONGEST_QUOTE), end))?.[0].length ?? 0
  let start = end
  while (start > 0 && end - start < MAX_NAME && /[\w.$-]/.test(text[start - 1] ?? '')) start--
  const name = text.slice(start, end)
  const isEscaped = text[start - 1] === '\\' || text[start - 1] === '%'
  return isEscaped ? [name, name.replace(/^(?:u[0-9a-f]{4}|x?[0-9a-f]{2}|[bfnrtv])/i, '')] : [name]
}

/**
 * Redacts the values of fields, attributes, variables, headers and parameters that are named like secrets. A name
 * within a value counts too, because the text before a value decides where that seems to end.
 */
function redactNamed(text: string): string {
  const parts: string[] = []
  let done = 0
  let nestedUntil = 0
  SEPARATOR.lastIndex = 0
  for (let found = SEPARATOR.exec(text); found && done < text.length; found = SEPARATOR.exec(text)) {
    const secretName = namesBefore(text, found.index).find(isSecretName)
    if (secretName === undefined) continue
    const after = found.index + found[0].length
    const at = after + matchAt(SPACE_AFTER, text, after).length
    const isNested = text[at] === '{' || text[at] === '['
    // Nested objects within a redacted one are skipped: there may be thousands.
    if (isNested && at < nestedUntil) continue
    const { end, quote } = endOfValue(text, at, secretName)
    if (isNested) nestedUntil = end
    if (end <= at || end <= done) continue
    if (at >= done) parts.push(text.slice(done, at), quote, REDACTED, quote)
    done = end
  }
  return parts.join('') + text.slice(done)
}

/** A tag of HTML that names a secret, as `<meta name="csrf-token" content="…">` does: its other values go. */
function redactTags(html: string): string {
  return html.replace(/<[a-z][^<>]{1,2000}/gi, (tag) => {
    const named = [...tag.matchAll(/\b(?:name|id|property|itemprop|http-equiv)\s{0,4}=\s{0,4}["']?([\w.:-]{1,80})/gi)]
    if (!named.some(([, name = '']) => isSecretName(name))) return tag
    return tag.replace(
      /\b((?:content|value|data-[\w-]{1,40})\s{0,4}=\s{0,4})("[^"]*"?|'[^']*'?|[^\s"'>]+)/gi,
      `$1"${REDACTED}"`,
    )
  })
}

/** An unquoted value after `=`: the parameters of addresses and forms, cookies, settings of scripts. */
const PARAMETER = new RegExp(String.raw`(?<=[\w\]%.~-])(=|%3D|&#61;|\\{1,16}u003d)${BARE_VALUE.source}`, 'gi')
const USER_OF_ADDRESS = /(\/\/)[^\s/@"'<>]{1,400}@/g
const BEARER = /\b(bearer|basic|digest)(\s{1,8}|%20|\+)[\w.~+/=%-]{4,}/gi
const JWT = /eyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g
const EMAIL =
  /[^\s@"'`<>:;,()[\]{}\\/=&?#]{1,64}(?:@|%40|&#64;|&commat;|\\{1,16}u0040)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/giu
const IPV4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.]*\d)/g
const IPV6 = /[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,8}(?:(?:\.\d{1,3}){3})?/gi
/** Runs of letters and digits without a meaning: keys, hashes, signatures. */
const RUN = /[\w~-]{24,}/g
const BASE64 = /[\w+/-]{40,}={0,2}/g

const isOpaque = (run: string) => /\d/.test(run) && /[a-z]/i.test(run)
const isAddress = (found: string) => /[0-9a-f]/i.test(found) && (found.includes('::') || found.split(':').length > 7)
const isBase64 = (found: string) => /\d/.test(found) && /[a-z]/.test(found) && /[A-Z]/.test(found)

/**
 * Redacts external text that is kept for later: values named like a secret, every parameter of an address, cookies,
 * credentials, email and network addresses, and text that looks like a key. Keeps the structure: fields, tags, words.
 * The time grows with the length of the text only.
 */
export function redactText(text: string): string {
  return redactNamed(redactTags(text))
    .replace(USER_OF_ADDRESS, `$1${REDACTED}@`)
    .replace(PARAMETER, `$1${REDACTED}`)
    .replace(BEARER, `$1 ${REDACTED}`)
    .replace(JWT, REDACTED)
    .replace(EMAIL, REDACTED)
    .replace(IPV4, REDACTED)
    .replace(IPV6, (found) => (isAddress(found) ? REDACTED : found))
    .replace(BASE64, (found) => (isBase64(found) && !found.includes('//') && isOpaque(found) ? REDACTED : found))
    .replace(RUN, (run) => (isOpaque(run) ? REDACTED : run))
}

/** Redacts the beginning of a longer text, without the word that was cut: half a key no longer looks like one. */
export function redactBeginning(text: string): string {
  let end = text.length
  while (end > 0 && !/[\s"'<>{}[\](),;]/.test(text[end - 1] ?? '')) end--
  return redactText(text.slice(0, end))
}

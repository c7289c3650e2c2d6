const MAX_CHARACTERS = 400
/** Links may be signed or hold a password; so may a proxy's address, with or without its scheme. */
const LINK = /\b[a-z][\w+.-]{1,20}:\/\/\S{1,4000}/gi
const USER_AT_HOST = /[^\s/@:]{1,200}:[^\s/@]{1,200}@[\w.-]{1,200}(?::\d{1,5})?/g
const BEARER = /\b(?:bearer|basic)\s+[\w.~+/=-]{6,4000}/gi
const NAMED =
  /((?:[\w-]{0,40}(?:token|secret|passw(?:or)?d|cookie|session|signature|api[_-]?key|authorization|sid|sig))["']?\s{0,3}[=:]\s{0,3}["']?)[^\s"',;&]{1,4000}/gi
/** Long runs of letters and digits together: keys, hashes and signatures. */
const OPAQUE = /(?=[\w+/=-]{0,200}\d)(?=[\w+/=-]{0,200}[a-z])[\w+/=-]{32,4000}/gi

/** The output of another program, for a log: a line of limited length, without links and without what looks like a secret. */
export function withoutSecrets(text: string): string {
  return text
    .slice(0, 16 * MAX_CHARACTERS)
    .replace(LINK, '<link>')
    .replace(BEARER, '<secret>')
    .replace(NAMED, '$1<secret>')
    .replace(USER_AT_HOST, '<secret>')
    .replace(OPAQUE, '<secret>')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_CHARACTERS)
}

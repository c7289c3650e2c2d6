/**
 * The user name and password of a link, wherever a text has one: behind the scheme, however many slashes follow it, behind two
 * slashes, and at the start of a link without a scheme. They end at the last `@` before the path (WHATWG).
 */
const CREDENTIALS = /(https?:[\\/]{0,8}|[\\/]{2}|^\s{0,100}(?=[^\s\\/?#:@]{1,200}:))[^\\/?#]{0,2048}@/gi

/** A text without the user names and passwords of its links. */
export function withoutCredentials(text: string): string {
  return text.replace(CREDENTIALS, '$1')
}

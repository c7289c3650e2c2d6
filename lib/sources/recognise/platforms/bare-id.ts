/**
 * The link of the recording that an id alone names: a YouTube id (11 characters of base64url), a Bilibili BV number. Null
 * for any other text.
 */
export function bareId(text: string): string | null {
  if (/^[\w-]{11}$/.test(text)) return `https://www.youtube.com/watch?v=${text}`
  return /^BV1[0-9A-Za-z]{9}$/.test(text) ? `https://www.bilibili.com/video/${text}` : null
}

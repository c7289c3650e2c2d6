import { randomInt } from 'node:crypto'
import { env } from '@/lib/core/env'

/** RFC 4648 base32 in lower case. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const SUFFIX_CHARACTERS = 6
const MAX_WORDS_CHARACTERS = 60

/** A title's words in plain letters, cut between words. */
function plainWords(title: string): string {
  const words =
    title
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]{1,60}/g) ?? []
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`
    if (longer.length > MAX_WORDS_CHARACTERS) break
    slug = longer
  }
  return slug || 'transcript'
}

/** A slug for a public page: the title's words, then six characters that tell it from all others. */
export function makeSlug(title: string | null): string {
  const suffix = Array.from({ length: SUFFIX_CHARACTERS }, () => BASE32.charAt(randomInt(BASE32.length))).join('')
  return `${plainWords(title ?? '')}-${suffix}`
}

/** Whether a text may be a slug. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,80}$/.test(text)
}

/** The address of a published transcript's page. */
export function pageUrl(slug: string): string {
  return `${env().baseUrl}/t/${slug}`
}

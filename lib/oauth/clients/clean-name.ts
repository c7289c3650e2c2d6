const MAX_CHARACTERS = 80

/**
 * Makes the name of an app or a device safe to show: no control characters, no characters that change the text
 * direction, at most 80 characters. Null if nothing is left.
 */
export function cleanName(name: string | null | undefined): string | null {
  const visible = (name ?? '').replace(/\s/g, ' ').replace(/\p{C}/gu, '').replace(/ {2,}/g, ' ').trim()
  return Array.from(visible).slice(0, MAX_CHARACTERS).join('').trim() || null
}

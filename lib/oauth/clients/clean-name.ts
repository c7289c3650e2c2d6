const MAX_CHARACTERS = 80

/**
 * The name of an app or a device, made fit to be shown: no control characters, nothing that turns the direction
 * of what stands around it, at most 80 characters. Null where nothing is left.
 */
export function cleanName(name: string | null | undefined): string | null {
  const visible = (name ?? '').replace(/\s/g, ' ').replace(/\p{C}/gu, '').replace(/ {2,}/g, ' ').trim()
  return Array.from(visible).slice(0, MAX_CHARACTERS).join('').trim() || null
}

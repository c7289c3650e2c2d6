const MAX_SECONDS = 24 * 3600

/**
 * A `Retry-After` header in seconds, at least 1 and at most a day; null when it is missing or can't be read.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfterSeconds(value: string | null): number | null {
  const text = value?.trim() ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 1), MAX_SECONDS)
}

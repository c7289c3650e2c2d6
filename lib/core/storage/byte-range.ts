export type ByteRange = { start: number; end: number }

/** The one range of a `Range` header (RFC 9110 §14), clipped to the file; null: the whole file; false: none fits. */
export function parseRange(header: string | null, sizeBytes: number): ByteRange | null | false {
  const match = header ? /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) : null
  if (!match || (match[1] === '' && match[2] === '')) return null
  const last = sizeBytes - 1
  if (match[1] === '') {
    const length = Number(match[2])
    return length === 0 || sizeBytes === 0 ? false : { start: Math.max(0, sizeBytes - length), end: last }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? last : Math.min(Number(match[2]), last)
  if (match[2] !== '' && Number(match[2]) < start) return null
  return start > last ? false : { start, end }
}

/** The charset that a Content-Type names, in lower case. */
export function charsetOf(contentType: string | null): string | undefined {
  return /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec((contentType ?? '').slice(0, 500))?.[1]?.toLowerCase()
}

import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'

/** Throws `media_too_long` for a recording longer than this server takes. A length that is not known passes. */
export function checkLength(durationMs: number | null): void {
  const maxSeconds = env().MEDIA_MAX_SECONDS
  if (durationMs === null || durationMs <= maxSeconds * 1000) return
  throw new Problem('media_too_long', {
    detail: `This recording is longer than this server's limit of ${Math.floor(maxSeconds / 60)} min. Send it in parts.`,
    context: { max_seconds: maxSeconds, seconds: Math.ceil(durationMs / 1000) },
  })
}

import { Problem } from '@/lib/platform/problem'

/** The Problem `file_too_large` of a feed over so many bytes. */
export function feedTooLarge(maxBytes: number): Problem {
  return new Problem('file_too_large', {
    detail: `A feed can have up to ${maxBytes / 2 ** 20} MB. Paste an episode's link instead.`,
    context: { max_bytes: maxBytes },
  })
}

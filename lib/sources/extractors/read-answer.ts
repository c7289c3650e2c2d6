import { Problem } from '@/lib/core/problem/problem'

/** Reads an answer of a source by `read`. Throws `upstream_changed` where that fails, and the problems that it throws. */
export function readAnswer<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('upstream_changed', { cause: error })
  }
}

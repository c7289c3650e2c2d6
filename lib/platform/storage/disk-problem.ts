import { Problem } from '../problem/problem'

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** What a failed write means: `storage_unavailable` of a full disk; anything else stays as it is. */
export function diskProblem(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code
  return code && DISK_FULL.has(code) ? new Problem('storage_unavailable', { cause: error }) : error
}

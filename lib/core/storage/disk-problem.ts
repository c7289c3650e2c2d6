import { Problem } from '../problem/problem'

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** The problem of a failed write: `storage_unavailable` for a full disk; other errors stay as they are. */
export function diskProblem(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code && DISK_FULL.has(code) ? new Problem('storage_unavailable', { cause: error }) : error
}

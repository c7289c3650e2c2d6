import { type ImportItemState, ImportStatus } from '@/lib/core/generated/prisma/enums'

/** The statuses of an import, and of an episode of it, that is not over. */
export const OPEN_STATUSES = [ImportStatus.queued, ImportStatus.in_progress] satisfies ImportItemState[]

export function isImportEnded(status: ImportStatus): boolean {
  return !OPEN_STATUSES.some((open) => open === status)
}

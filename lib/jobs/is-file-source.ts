import type { Media } from '@/lib/platform/generated/prisma/client'

/** Whether a recording is a file, stored here or at a link, that can be opened as it is; else a platform gives it. */
export function isFileSource({ platform }: Pick<Media, 'platform'>): boolean {
  return platform === 'upload' || platform === 'podcast'
}

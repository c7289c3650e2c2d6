import type { Media } from '@/lib/platform/generated/prisma/client'

/**
 * Whether a recording is a file, uploaded or at a direct link, that can be opened as it is. Any other recording comes
 * from a platform.
 */
export function isFileSource({ platform }: Pick<Media, 'platform'>): boolean {
  return platform === 'upload' || platform === 'podcast'
}

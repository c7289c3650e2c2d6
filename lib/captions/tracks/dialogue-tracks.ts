import { trackRole } from '@/lib/captions/language/track-role'

/**
 * The tracks that may be the transcript of a recording: neither machine translations nor, by their names, forced lines, songs and signs,
 * commentary or descriptions.
 */
export function dialogueTracks<T extends { name: string | null; machineTranslated?: boolean }>(
  tracks: readonly T[],
): T[] {
  return tracks.filter(({ name, machineTranslated }) => !machineTranslated && trackRole({ name }) === 'dialogue')
}

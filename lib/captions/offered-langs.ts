import { canonicalLanguage } from './canonical-language'
import type { Track } from './choose-track'

/** The languages (BCP 47) that tracks are in, each once, in their order. Machine translations are not offered. */
export function offeredLangs(tracks: readonly Track[]): string[] {
  const real = tracks.filter(({ machineTranslated }) => !machineTranslated)
  return [...new Set(real.flatMap(({ lang }) => canonicalLanguage(lang) ?? []))]
}

import type { Segment } from './cue'
import { tidyText } from './text/tidy-text'

/** A person who speaks in a recording. `id` is `S1`, `S2`, … in the order in which they first speak. */
export type Speaker = { id: string; name: string | null }

/** The most speakers of one transcript. What others say is kept without a speaker. */
export const MAX_SPEAKERS = 100
export const MAX_SPEAKER_NAME = 100

/** A name as it is stored: on one line, of a bounded length; null where nothing is left of it. */
export function tidySpeakerName(name: string): string | null {
  const tidied = tidyText(name).slice(0, MAX_SPEAKER_NAME).trim()
  return tidied === '' ? null : tidied
}

/** Labels that this service and speech programs give to speakers without a name. */
const LABEL = /^(?:S|SPEAKER_)\d{1,4}$/

/**
 * Gives the speakers of segments their ids. `named`: what the source calls them is a name, as in caption files, and not the label of
 * a speech engine. A label such as `SPEAKER_00` never is one.
 */
export function identifySpeakers(
  segments: readonly Segment[],
  { named }: { named: boolean },
): { segments: Segment[]; speakers: Speaker[] } {
  const speakers = new Map<string, Speaker>()
  const identify = (source: string): Speaker | undefined => {
    const label = tidySpeakerName(source)
    if (label === null) return undefined
    const known = speakers.get(label)
    if (known || speakers.size >= MAX_SPEAKERS) return known
    const speaker = { id: `S${speakers.size + 1}`, name: named && !LABEL.test(label) ? label : null }
    speakers.set(label, speaker)
    return speaker
  }
  const identified = segments.map((segment) => {
    if (segment.speaker === undefined) return segment
    const { speaker: source, ...rest } = segment
    const speaker = identify(source)
    return speaker ? { ...segment, speaker: speaker.id } : rest
  })
  return { segments: identified, speakers: [...speakers.values()] }
}

/** The name of each speaker by id, as documents show it: `Speaker 1` where there is none. */
export function speakerNames(speakers: readonly Speaker[]): ReadonlyMap<string, string> {
  return new Map(speakers.map(({ id, name }) => [id, name ?? `Speaker ${id.slice(1)}`]))
}

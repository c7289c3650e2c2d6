/** A stretch of a recording of speech; labels of one list name the same people throughout. */
type Turn = { startMs: number; endMs: number; label: string }

/** Speakers are compared this often. */
const FRAME_MS = 10

/** The speaker of each frame; null where there is none. */
function toFrames(turns: readonly Turn[], frames: number): (string | null)[] {
  const speakers = new Array<string | null>(frames).fill(null)
  for (const { startMs, endMs, label } of turns) {
    speakers.fill(label, Math.round(startMs / FRAME_MS), Math.round(endMs / FRAME_MS))
  }
  return speakers
}

/** The frames next to a change of the true speaker, which are not counted. */
function framesNearChanges(truth: readonly Turn[], collarMs: number): (frame: number) => boolean {
  const changes = truth.flatMap(({ startMs, endMs }) => [startMs, endMs])
  return (frame) => changes.some((atMs) => Math.abs(frame * FRAME_MS - atMs) < collarMs)
}

/** The largest number of frames that agree when each found label belongs to one person at most. */
function bestAgreement(
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>,
  taken: readonly string[] = [],
): number {
  const [next, ...others] = [...counts]
  if (!next) return 0
  const rest = new Map(others)
  const choices = [...next[1]].filter(([label]) => !taken.includes(label))
  const agreements = choices.map(([label, frames]) => frames + bestAgreement(rest, [...taken, label]))
  return Math.max(bestAgreement(rest, taken), ...agreements)
}

/**
 * The diarization error rate: the share of the spoken time that is missed, heard in silence or given to another speaker, when found
 * labels are matched with people as well as possible. As NIST's md-eval, it leaves out `collarMs` on each side of a change. For
 * turns that do not overlap, of a few speakers.
 */
export function diarizationErrorRate(truth: readonly Turn[], found: readonly Turn[], collarMs = 250): number {
  const endMs = Math.max(0, ...[...truth, ...found].map((turn) => turn.endMs))
  const frames = Math.ceil(endMs / FRAME_MS)
  const [said, heard] = [toFrames(truth, frames), toFrames(found, frames)]
  const isLeftOut = framesNearChanges(truth, collarMs)
  const counts = new Map<string, Map<string, number>>()
  let spoken = 0
  let wrong = 0
  for (let frame = 0; frame < frames; frame++) {
    if (isLeftOut(frame)) continue
    const [person, label] = [said[frame] ?? null, heard[frame] ?? null]
    if (person !== null) spoken += 1
    if (person !== null || label !== null) wrong += 1
    if (person === null || label === null) continue
    const ofPerson = counts.get(person) ?? new Map<string, number>()
    counts.set(person, ofPerson.set(label, (ofPerson.get(label) ?? 0) + 1))
  }
  return spoken === 0 ? 0 : (wrong - bestAgreement(counts)) / spoken
}

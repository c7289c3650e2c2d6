import type { Segment, Word } from '@/lib/captions/cue'

const PAUSE_MS = 600
const LONGEST_MS = 7000

/**
 * Groups words in order into segments: a new one after a pause of more than 600 ms, and before one would last more than
 * 7 s. Words are joined by spaces.
 */
export function groupWords(words: readonly Word[]): Segment[] {
  const groups: Word[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    const [first, last] = [group?.[0], group?.at(-1)]
    const goesOn = first && last && word.startMs - last.endMs <= PAUSE_MS && word.endMs - first.startMs <= LONGEST_MS
    if (group && goesOn) group.push(word)
    else groups.push([word])
  }
  return groups.map((group) => ({
    startMs: group[0]?.startMs ?? 0,
    endMs: group.at(-1)?.endMs ?? 0,
    text: group.map(({ text }) => text).join(' '),
    words: group,
  }))
}

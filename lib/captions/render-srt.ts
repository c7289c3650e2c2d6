import type { Segment } from '@/lib/captions/cue'
import { formatClock } from '@/lib/captions/format-clock'
import { layoutCues } from '@/lib/captions/layout-cues'
import { escapeSrtText } from '@/lib/captions/srt-text'

/**
 * Writes segments as an SRT file: counters from 1, `HH:MM:SS,mmm`, at most two lines a cue (see `layoutCues`). Text that
 * a player would read as markup or times is written with character references: `-->` becomes `--&gt;`.
 */
export function renderSrt(segments: readonly Segment[]): string {
  let file = ''
  let counter = 0
  for (const { startMs, endMs, lines } of layoutCues(segments)) {
    counter += 1
    file += `${counter === 1 ? '' : '\n'}${counter}\n${formatClock(startMs, ',')} --> ${formatClock(endMs, ',')}\n`
    for (const line of lines) file += `${escapeSrtText(line)}\n`
  }
  return file
}

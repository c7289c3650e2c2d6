import type { Segment } from '@/lib/captions/cue'
import { formatClock } from '@/lib/captions/format-clock'
import { layoutCues } from '@/lib/captions/layout-cues'
import { escapeSrtText } from '@/lib/captions/srt-text'

/**
 * Writes segments as an SRT file: counters from 1, `HH:MM:SS,mmm`, at most two lines a cue (see `layoutCues`). Text that
 * a player would read as markup or times is written with character references: `-->` becomes `--&gt;`.
 */
export function renderSrt(segments: readonly Segment[]): string {
  return layoutCues(segments)
    .map(({ startMs, endMs, lines }, index) => {
      const times = `${formatClock(startMs, ',')} --> ${formatClock(endMs, ',')}`
      return `${index + 1}\n${times}\n${escapeSrtText(lines.join('\n'))}\n`
    })
    .join('\n')
}

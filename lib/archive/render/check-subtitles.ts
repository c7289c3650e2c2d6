import type { Segment } from '@/lib/captions/cue'
import { subtitleCues } from '@/lib/captions/layout/fit-cues'
import { checkCues, type SubtitleFinding, type SubtitleReport } from '@/lib/captions/layout/subtitle-checks'
import { chosenLayout } from '@/lib/captions/layout/subtitle-layout'
import { withSpeakerNames } from '@/lib/captions/layout/subtitles'
import { speakerNames } from '@/lib/captions/speakers'
import type { LargeDocument } from '@/lib/captions/transcript'

const MAX_FINDINGS = 1000

/** Checks the cues that a text has as SRT, in the layout of the options. */
export function checkSubtitles(
  segments: readonly Segment[],
  { speakers, options }: Pick<LargeDocument, 'speakers' | 'options'>,
): SubtitleReport {
  const layout = chosenLayout(options)
  const cues = [...subtitleCues(withSpeakerNames(segments, speakerNames(speakers)), layout)]
  const counts = { reading_speed: 0, line_length: 0, line_count: 0, too_short: 0, too_long: 0, gap: 0 }
  const findings: SubtitleFinding[] = []
  for (const finding of checkCues(cues, layout)) {
    counts[finding.rule] += 1
    if (findings.length < MAX_FINDINGS) findings.push(finding)
  }
  return { cues: cues.length, counts, findings }
}

import { checkSubtitles } from '@/lib/archive/render/check-subtitles'
import { runTextTask } from '@/lib/archive/texts/run-text-task'
import type { Segment } from '@/lib/captions/cue'
import type { SubtitleReport } from '@/lib/captions/layout/subtitle-checks'
import type { RenderOptions, Transcript } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/core/actor'
import { findUserTranscript } from '../find-user-transcript'
import type { SubtitleChecks } from './contract'

const toMs = (seconds: number) => Math.round(seconds * 1000)

function toSegment({ start, end, text, words, speaker }: NonNullable<Transcript['segments']>[number]): Segment {
  const segment: Segment = { startMs: toMs(start), endMs: toMs(end), text }
  if (words)
    segment.words = words.map((word) => ({ startMs: toMs(word.start), endMs: toMs(word.end), text: word.text }))
  if (speaker !== undefined) segment.speaker = speaker
  return segment
}

const IN_SECONDS: ReadonlySet<string> = new Set(['too_short', 'too_long', 'gap'])

function toChecks({ findings, ...report }: SubtitleReport): SubtitleChecks {
  return {
    ...report,
    findings: findings.map((finding) =>
      IN_SECONDS.has(finding.rule) ? { ...finding, value: finding.value / 1000, limit: finding.limit / 1000 } : finding,
    ),
  }
}

/**
 * Checks the subtitles of a transcript of the caller's library, as they are laid out with the options. A worker process checks a large
 * text. Throws what `findUserTranscript` throws.
 */
export async function checkTranscription(
  actor: Actor,
  id: string,
  options: RenderOptions,
  signal: AbortSignal,
): Promise<SubtitleChecks> {
  const { document, segments = [], speakers = [] } = await findUserTranscript(actor, id, 'json', options)
  if (!document) return toChecks(checkSubtitles(segments.map(toSegment), { speakers, options }))
  return toChecks(await runTextTask('checkSubtitles', { document }, { owner: actor.userId, signal }))
}

import { checkSubtitles } from '@/lib/archive/render/check-subtitles'
import { runTextTask } from '@/lib/archive/texts/run-text-task'
import { loadShortText } from '@/lib/archive/transcripts/stored-transcript'
import type { SubtitleReport } from '@/lib/captions/layout/subtitle-checks'
import type { RenderOptions } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/core/actor'
import { findUserTranscript } from '../find-user-transcript'
import type { SubtitleChecks } from './contract'

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
  // A binary document is described and not rendered, however short its text is.
  const { document } = await findUserTranscript(actor, id, 'docx', options)
  if (!document) throw new Error('a text of the library has no description')
  const segments = await loadShortText(document)
  if (segments) return toChecks(checkSubtitles(segments, document))
  return toChecks(await runTextTask('checkSubtitles', { document }, { owner: actor.userId, signal }))
}

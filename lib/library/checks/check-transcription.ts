import { runTextTask } from '@/lib/archive/texts/run-text-task'
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
 * Checks the subtitles of a transcript of the caller's library, as they are laid out with the options, in a worker process. Throws what
 * `findUserTranscript` throws.
 */
export async function checkTranscription(
  actor: Actor,
  id: string,
  options: RenderOptions,
  signal: AbortSignal,
): Promise<SubtitleChecks> {
  // A binary document is described for a worker process, however short its text is.
  const { document } = await findUserTranscript(actor, id, 'docx', options)
  if (!document) throw new Error('a text of the library has no description for a worker process')
  return toChecks(await runTextTask('checkSubtitles', { document }, { owner: actor.userId, signal }))
}

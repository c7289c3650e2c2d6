import type { Context } from '../context'
import type { Source } from '../source/source'
import { oneLine } from '../terminal/printable'
import { shortLabel } from './job-line'
import { obtain, type TranscriptOptions } from './obtain'
import type { Save } from './open-target'
import type { Outcome } from './outcome'

type Jobs = { began: (jobId: string) => void; ended: (jobId: string) => void }

/** The transcript of one source, saved where there is a place for it; what is to be known of it is said. */
export async function getOne(
  context: Context,
  source: Source,
  { options, save, jobs }: { options: TranscriptOptions; save: Save | null; jobs: Jobs },
): Promise<Outcome> {
  const { terminal } = context
  const label = shortLabel(source.label)
  let jobId: string | null = null
  const onJob = (id: string) => {
    jobId = id
    jobs.began(id)
    if (!terminal.isLive) terminal.say(`${label}: no captions, so it is being transcribed (job ${id})`)
  }
  const transcript = await obtain(context, source, options, onJob)
  if (jobId) jobs.ended(jobId)
  for (const { detail } of transcript.warnings) terminal.say(terminal.paint('yellow', `${label}: ${oneLine(detail)}`))
  const file = save ? await save(source, transcript) : null
  if (file) terminal.say(`${terminal.paint('green', '✓')} ${label} → ${oneLine(file)}`)
  return { source: source.label, file, transcript, error: null }
}

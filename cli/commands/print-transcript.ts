import type { Transcript } from '@/lib/captions/transcript'
import type { Context } from '../context'
import { oneLine } from '../terminal/printable'
import { openTarget } from '../transcript/open-target'
import { toDocument } from '../transcript/to-document'

/** Prints a transcript that there is, or saves it where `output` says. */
export async function printTranscript(
  context: Context,
  transcript: Transcript,
  { label, output }: { label: string; output: string | undefined },
): Promise<void> {
  if (output === undefined || output === '-') return context.print(transcript, toDocument(transcript))
  const save = await openTarget(output, { isMany: false })
  const file = await save({ kind: 'link', label, link: transcript.url }, transcript)
  context.terminal.say(`${context.terminal.paint('green', '✓')} ${oneLine(file)}`)
  if (context.json) await context.print({ source: label, file, transcript, error: null }, '')
}

import type { DownloadFormat } from '@/lib/captions/document-files'
import type { Transcript } from '@/lib/captions/transcript'
import type { Context } from '../context'
import { oneLine } from '../terminal/printable'
import { openTarget } from './save/open-target'
import { toDocument } from './save/to-document'

/** Prints a transcript that there is, or saves it where `output` says. */
export async function printTranscript(
  context: Context,
  transcript: Transcript,
  { label, output, format }: { label: string; output: string | undefined; format: DownloadFormat },
): Promise<void> {
  if (output === undefined || output === '-') return context.print(transcript, toDocument(transcript))
  const save = await openTarget(context, output, { isMany: false, format })
  const file = await save({ kind: 'link', label, link: transcript.url }, transcript)
  context.terminal.say(`${context.terminal.paint('green', '✓')} ${oneLine(file)}`)
  if (context.json) await context.print({ source: label, file, transcript, error: null }, '')
}

import type { Command } from 'commander'
import { FORMATS, type Format } from '@/lib/captions/transcript'
import { readTranscription } from '@/lib/library/contract'
import type { Context } from '../context'
import { perform } from '../perform'
import { meantFormat, parseFormat } from './formats'
import { printTranscript } from './print-transcript'

type Options = { format?: Format; output?: string }

async function read(context: Context, id: string, { format: named, output }: Options): Promise<void> {
  const format = meantFormat(named, output, context.json)
  const { body } = await context.call(readTranscription, { params: { id }, query: { format } })
  await printTranscript(context, body, { label: id, output })
}

/** verbatim read */
export function addRead(program: Command, interruption: AbortSignal): void {
  program
    .command('read')
    .description('Print one of your transcripts')
    .argument('<id>', 'the ID of the transcript')
    .option('-f, --format <format>', `${FORMATS.join(', ')} (default: by the ending of -o, else text)`, parseFormat)
    .option('-o, --output <path>', 'write to this file, or into this folder')
    .action(perform(interruption, read))
}

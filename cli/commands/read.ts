import type { Command } from 'commander'
import type { DownloadFormat } from '@/lib/captions/document-files'
import { readTranscription } from '@/lib/library/contract'
import type { Context } from '../context'
import { FORMAT_OPTION, meantFormat, parseFormat, requestedFormat } from '../options/formats'
import { addSubtitleOptions, type SubtitleOptions, subtitleFieldsOf } from '../options/subtitle-options'
import { perform } from '../perform'
import { printTranscript } from '../transcript/print-transcript'

type Options = SubtitleOptions & { format?: DownloadFormat; output?: string }

async function read(context: Context, id: string, { format: named, output, ...subtitles }: Options): Promise<void> {
  const format = meantFormat(named, output, context.json)
  const query = { format: requestedFormat(format), ...subtitleFieldsOf(subtitles) }
  const { body } = await context.call(readTranscription, { params: { id }, query })
  await printTranscript(context, body, { label: id, output, format })
}

export function addRead(program: Command, interruption: AbortSignal): void {
  const command = program
    .command('read')
    .description('Print one of your transcripts')
    .argument('<id>', 'the ID of the transcript')
    .option('-f, --format <format>', FORMAT_OPTION, parseFormat)
    .option('-o, --output <path>', 'write to this file, or into this folder')
  addSubtitleOptions(command).action(perform(interruption, read))
}

import type { Command } from 'commander'
import type { SubtitleRule } from '@/lib/captions/layout/subtitle-checks'
import { checkTranscription } from '@/lib/library/checks/contract'
import type { Context } from '../context'
import { addSubtitleOptions, type SubtitleOptions, subtitleFieldsOf } from '../options/subtitle-options'
import { perform } from '../perform'
import { toTable } from '../terminal/to-table'

const RULE_WORDS: Record<SubtitleRule, string> = {
  reading_speed: 'characters a second',
  line_length: 'characters in a line',
  line_count: 'lines',
  too_short: 'seconds shown, too short',
  too_long: 'seconds shown, too long',
  gap: 'seconds of gap',
}

async function checks(context: Context, id: string, options: SubtitleOptions): Promise<void> {
  const { body } = await context.call(checkTranscription, { params: { id }, query: subtitleFieldsOf(options) })
  const rows = body.findings.map(({ cue, rule, value, limit }) => [
    String(cue),
    `${value} ${RULE_WORDS[rule]} (limit ${limit})`,
  ])
  await context.print(body, rows.length === 0 ? 'No problems found.\n' : toTable(rows))
}

export function addChecks(program: Command, interruption: AbortSignal): void {
  const command = program
    .command('checks')
    .description('Check the subtitles of a transcript for reading speed, lengths and gaps; get --repair corrects them')
    .argument('<id>', 'the transcript ID')
  addSubtitleOptions(command).action(perform(interruption, checks))
}

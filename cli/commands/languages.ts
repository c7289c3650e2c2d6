import type { Command } from 'commander'
import { type LanguageList, listLanguages } from '@/lib/transcripts/languages/contract'
import type { Context } from '../context'
import { perform } from '../perform'
import { toTable } from '../terminal/to-table'

const MADE: Readonly<Record<LanguageList['languages'][number]['source'], string>> = {
  captions: 'captions',
  auto_captions: 'automatic captions',
}

function trackTable({ tracks }: LanguageList): string {
  if (tracks.length < 2) return ''
  return `\nTracks, for verbatim get --track:\n${toTable(tracks.map(({ id, name, source }) => [id, name ?? '', MADE[source]]))}`
}

function words(list: LanguageList): string {
  const { languages, speech_to_text: canTranscribe } = list
  const rows = languages.map(({ code, name, source, original }) => [code, name, MADE[source], original ? 'spoken' : ''])
  if (rows.length > 0) return `${toTable(rows)}${trackTable(list)}`
  return canTranscribe ? 'No captions. Verbatim can transcribe the audio.\n' : 'No captions.\n'
}

async function languages(context: Context, url: string): Promise<void> {
  const { body } = await context.call(listLanguages, { query: { url } })
  await context.print(body, words(body))
}

export function addLanguages(program: Command, interruption: AbortSignal): void {
  program
    .command('languages')
    .description('List the languages a link has captions in')
    .argument('<url>', 'a link')
    .action(perform(interruption, languages))
}

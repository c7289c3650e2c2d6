import type { Command } from 'commander'
import { listSuggestions, readVocabulary, setVocabulary, type Vocabulary } from '@/lib/library/vocabulary/contract'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { perform } from '../perform'
import { toTable } from '../terminal/to-table'

type Options = { add?: string; insteadOf?: string; remove?: string; check?: string }
type Spelling = Vocabulary['spellings'][number]

async function save(context: Context, spellings: Spelling[]): Promise<void> {
  const { body } = await context.call(setVocabulary, { body: { spellings } })
  await context.print(body, 'Vocabulary saved.\n')
}

async function check(context: Context, id: string): Promise<void> {
  const { body } = await context.call(listSuggestions, { params: { id } })
  const rows = body.suggestions.map(({ find, replace, count }) => [find, replace, String(count)])
  await context.print(body, rows.length === 0 ? 'Everything is spelled as in your vocabulary.\n' : toTable(rows))
}

async function vocabulary(context: Context, { add, insteadOf, remove, check: id }: Options) {
  const misspelling = insteadOf ?? null
  if ([add, remove, id].filter((option) => option !== undefined).length > 1) {
    throw new Failure('usage', 'Use one of --add, --remove and --check at a time.')
  }
  if (misspelling !== null && add === undefined) throw new Failure('usage', '--instead-of needs --add.')
  if (id !== undefined) return check(context, id)
  const { spellings } = (await context.call(readVocabulary, {})).body
  if (add !== undefined) {
    const others = spellings.filter(({ to, from }) => to !== add || from !== misspelling)
    return save(context, [...others, { to: add, from: misspelling }])
  }
  if (remove !== undefined) {
    const others = spellings.filter(({ to }) => to !== remove)
    if (others.length === spellings.length) throw new Failure('usage', `${remove} isn't in your vocabulary.`)
    return save(context, others)
  }
  const rows = spellings.map(({ to, from }) => [to, from === null ? '' : `instead of ${from}`])
  await context.print(spellings, rows.length === 0 ? 'No vocabulary yet.\n' : toTable(rows))
}

export function addVocabulary(program: Command, interruption: AbortSignal): void {
  program
    .command('vocabulary')
    .description('List your names and terms, add or remove one, or check a transcript for other spellings')
    .option('--add <spelling>', 'add a name or term as you spell it')
    .option('--instead-of <misspelling>', 'with --add: what transcripts have in its place')
    .option('--remove <spelling>', 'remove a name or term')
    .option('--check <id>', 'list what a transcript spells differently; nothing is changed')
    .action(perform(interruption, vocabulary))
}

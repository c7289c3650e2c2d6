import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { readTranscription } from '@/lib/library/contract'
import {
  type CorrectedTranscription,
  editSegments,
  editSpeakers,
  listRevisions,
  MAX_EDITS,
  replaceWords,
  restoreRevision,
} from '@/lib/library/corrections/contract'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { addPaging, type OffsetPage, printPage } from '../options/paging'
import { parseCount } from '../options/parse-count'
import { perform } from '../perform'
import { toTable } from '../terminal/to-table'
import { correctionsOfFile } from '../transcript/corrections-of-file'

const savedWords = ({ places, revision }: CorrectedTranscription) =>
  places === 0 ? 'Nothing has changed.\n' : `Saved as revision ${revision}.\n`

async function readCorrected(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (error) {
    throw new Failure('usage', `${file} can't be read. Check its path.`, { cause: error })
  }
}

async function edit(context: Context, id: string, { file }: { file: string }): Promise<void> {
  const bytes = await readCorrected(file)
  const { body: transcript, etag } = await context.call(readTranscription, { params: { id } })
  const edits = correctionsOfFile(transcript, bytes)
  if (edits.length === 0) return context.print({ edits: 0 }, 'Nothing has changed.\n')
  if (edits.length > MAX_EDITS)
    throw new Failure('usage', `The file changes ${edits.length} segments, and ${MAX_EDITS} at a time can be changed.`)
  const { body } = await context.call(editSegments, { params: { id }, body: { edits } }, { ifMatch: etag })
  await context.print(body, savedWords(body))
}

/** Splits `S1=Ann` at its first equals sign. */
function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=')
  if (at < 1) throw new Failure('usage', `${pair} isn't a speaker and what it becomes. Write it like S1=Ann.`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}

async function speakers(
  context: Context,
  id: string,
  { name = [], merge = [] }: { name?: string[]; merge?: string[] },
): Promise<void> {
  if (name.length + merge.length === 0) {
    const { body } = await context.call(readTranscription, { params: { id } })
    const known = body.speakers ?? []
    const rows = known.map((speaker) => [speaker.id, speaker.name ?? ''])
    return context.print(known, rows.length === 0 ? 'No speakers.\n' : toTable(rows))
  }
  const named = name.map(splitPair).map(([speaker, words]) => ({ id: speaker, name: words === '' ? null : words }))
  const merged = merge.map(splitPair).map(([from, into]) => ({ from, into }))
  const { body } = await context.call(editSpeakers, { params: { id }, body: { speakers: named, merge: merged } })
  await context.print(body, `Saved as revision ${body.revision}.\n`)
}

type ReplaceOptions = { caseSensitive?: boolean; wholeWords?: boolean; dryRun?: boolean }

async function replace(
  context: Context,
  id: string,
  find: string,
  replacement: string,
  { caseSensitive = false, wholeWords = false, dryRun = false }: ReplaceOptions,
): Promise<void> {
  const options = { case_sensitive: caseSensitive, whole_words: wholeWords, dry_run: dryRun }
  const { body } = await context.call(replaceWords, {
    params: { id },
    body: { find, replace: replacement, ...options },
  })
  const { count } = body
  const found = `${count} ${count === 1 ? 'match' : 'matches'}`
  await context.print(body, dryRun ? `${found}.\n` : `${found} replaced.\n`)
}

async function revisions(
  context: Context,
  id: string,
  { restore, ...page }: OffsetPage & { restore?: number },
): Promise<void> {
  if (restore === undefined) {
    const { body } = await context.call(listRevisions, { params: { id }, query: page })
    const rows = body.revisions.map(({ number, created_at: at, summary }) => [String(number), at.slice(0, 16), summary])
    return printPage(context, body, rows, 'No revisions.')
  }
  const { body } = await context.call(restoreRevision, { params: { id, number: restore } })
  await context.print(body, savedWords(body))
}

const collect = (value: string, before: string[] = []) => [...before, value]

/** verbatim edit, speakers, replace and revisions */
export function addCorrect(program: Command, interruption: AbortSignal): void {
  program
    .command('edit')
    .description('Correct a transcript by a corrected file: captions or plain text; segments and times stay')
    .argument('<id>', 'the transcript ID')
    .requiredOption('--file <path>', 'the corrected file')
    .action(perform(interruption, edit))
  program
    .command('speakers')
    .description('List, name or merge the speakers of a transcript')
    .argument('<id>', 'the transcript ID')
    .option('--name <speaker=name>', 'name a speaker, such as S1=Ann; repeatable', collect)
    .option('--merge <speaker=speaker>', 'S2=S1: what S2 says is said by S1; repeatable', collect)
    .action(perform(interruption, speakers))
  program
    .command('replace')
    .description('Find and replace words in a transcript')
    .argument('<id>', 'the transcript ID')
    .argument('<find>', 'the words to find')
    .argument('<replacement>', 'the words to put in their place')
    .option('--case-sensitive', 'match case')
    .option('--whole-words', 'match whole words')
    .option('--dry-run', 'only count the matches')
    .action(perform(interruption, replace))
  const listing = program
    .command('revisions')
    .description('List the revisions of a transcript, or restore one')
    .argument('<id>', 'the transcript ID')
    .option(
      '--restore <number>',
      'restore the text after this revision; 0 for the original',
      parseCount(0, 999_999_999),
    )
  addPaging(listing, 'offset', 20).action(perform(interruption, revisions))
}

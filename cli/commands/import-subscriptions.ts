import { readFile, stat } from 'node:fs/promises'
import { decodeXml } from '@/lib/captions/xml-charset'
import {
  importSubscriptions,
  type SubscribedShow,
  type SubscriptionsRequest,
} from '@/lib/imports/subscriptions/contract'
import { MAX_OPML_BYTES } from '@/lib/podcasts/opml-contract'
import { errorCode } from '../connection/error-code'
import type { Context } from '../context'
import { exitCodeOf } from '../failure/exit-code'
import { ExitWithCode } from '../failure/exit-with-code'
import { Failure } from '../failure/failure'
import { problemWords } from '../failure/print-problem'
import { findSource } from '../source/find-source'
import { oneLine } from '../terminal/printable'
import { toTable } from '../terminal/to-table'
import { importWords } from '../transcript/import-words'
import { waitForImport } from '../transcript/wait/wait-for-import'

const OPML_LINK = /\.opml(?:[?#]|$)/i

function notOpml(file: string): Failure {
  return new Failure('usage', `${file} is not an OPML file. To transcribe a recording, use verbatim get.`)
}

/** The text of an OPML file. Throws `file_unreadable` and `usage`. */
async function readOpml(file: string): Promise<string> {
  try {
    if ((await stat(file)).size > MAX_OPML_BYTES) throw new Failure('usage', 'An OPML file can have up to 1 MB.')
    const text = decodeXml(await readFile(file))
    if (!/<opml[\s>]/i.test(text) || text.includes('\0')) throw notOpml(file)
    return text
  } catch (error) {
    if (error instanceof Failure || !errorCode(error)) throw error
    throw new Failure('file_unreadable', `This file can't be read: ${file}`, { cause: error })
  }
}

/**
 * The list of subscriptions that an argument means: a file of this machine, or a link that ends in .opml; null for any other
 * link. Throws `file_unreadable` and `usage`.
 */
export async function findSubscriptions(given: string): Promise<Pick<SubscriptionsRequest, 'opml' | 'url'> | null> {
  const found = await findSource(given)
  if (found.kind === 'file') return { opml: await readOpml(found.path) }
  if (!OPML_LINK.test(given)) return null
  if (given.includes('/')) return { url: given }
  throw new Failure('file_unreadable', `File not found: ${given}. Check its name and your current folder.`)
}

const nameOf = ({ title, url }: SubscribedShow) => oneLine(title ?? url)

/** Prints which podcasts were not imported, and throws the exit code of the first. */
function printRefused({ terminal, json }: Context, imports: readonly SubscribedShow[]): void {
  const codes: number[] = []
  for (const one of imports) {
    if (one.error === null) continue
    codes.push(exitCodeOf(one.error))
    if (!json) terminal.insist(`${terminal.paint('red', '✗')} ${nameOf(one)}: ${problemWords(one.error)}`)
  }
  const [first] = codes
  if (first !== undefined) throw new ExitWithCode(first)
}

/** Imports every podcast of a list of subscriptions; prints the id of each import or, with `--wait`, how it ended. */
export async function startSubscriptions(
  context: Context,
  request: SubscriptionsRequest,
  { wait }: { wait: boolean },
): Promise<void> {
  const { body } = await context.call(importSubscriptions, { body: request })
  const started = body.imports.flatMap((one) =>
    one.batch_id === null ? [] : [{ id: one.batch_id, name: nameOf(one) }],
  )
  if (wait) {
    const ended = []
    for (const { id } of started) ended.push(await waitForImport(context, id))
    await context.print(ended, ended.map((batch) => `${importWords(batch)}\n`).join(''))
  } else {
    await context.print(body, toTable(started.map(({ id, name }) => [id, name])))
    const [begun, they] = started.length === 1 ? ['import has', 'it is'] : ['imports have', 'they are']
    if (started.length > 0) {
      context.terminal.say(`${started.length} ${begun} begun. See how far ${they} with verbatim import list`)
    }
  }
  printRefused(context, body.imports)
}

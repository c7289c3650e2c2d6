import {
  importSubscriptions,
  type SubscribedShow,
  type SubscriptionsRequest,
} from '@/lib/imports/subscriptions/contract'
import type { Context } from '../context'
import { exitCodeOf } from '../failure/exit-code'
import { ExitWithCode } from '../failure/exit-with-code'
import { problemWords } from '../failure/print-problem'
import { oneLine } from '../terminal/printable'
import { toTable } from '../terminal/to-table'
import { importWords } from '../transcript/import-words'
import { waitForImport } from '../transcript/wait/wait-for-import'

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

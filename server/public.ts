import { withOurCommands } from '@/lib/core/programs/our-command'
import { listPublicPages, restorePage, takeDownPage } from '@/lib/privacy/operators/pages'
import { type Called, runOperatorCommand, UsageError } from './operator-command'

export const USAGE = withOurCommands(`Usage: npm run -s public -- list [--down] [--limit N]
       npm run -s public -- takedown SLUG --reason WHY
       npm run -s public -- restore SLUG
All take --json, --reason WHY and --by NAME.`)

async function perform({ positionals, operator, limit, values }: Called): Promise<unknown> {
  const [command, slug, ...rest] = positionals
  if (rest.length > 0) return null
  if (command === 'list' && !slug) return listPublicPages({ limit, down: values.down === true })
  if (command === 'restore' && slug) return restorePage(operator, slug)
  if (command !== 'takedown' || !slug) return null
  if (!operator.reason) throw new UsageError('Give a reason with --reason. Visitors of the page see it.')
  return takeDownPage(operator, slug)
}

/** The operator's commands for public pages; see USAGE. Returns the exit code. */
export function main(argv: readonly string[], database: { databaseUrl: string }): Promise<number> {
  return runOperatorCommand(argv, database, USAGE, perform)
}

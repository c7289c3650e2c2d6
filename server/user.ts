import { withOurCommands } from '@/lib/core/programs/our-command'
import * as accounts from '@/lib/privacy/operators/accounts'
import * as invitations from '@/lib/privacy/operators/invitations'
import { listOperatorActions } from '@/lib/privacy/operators/operator-actions'
import { type Called, runOperatorCommand, UsageError, wholeNumber } from './operator-command'

export const USAGE = withOurCommands(`Usage: npm run -s user -- create EMAIL [--tier free|pro|ultra]
       npm run -s user -- list [--suspended] [--limit N]
       npm run -s user -- show EMAIL
       npm run -s user -- tier EMAIL TIER
       npm run -s user -- key EMAIL                  replaces its API key
       npm run -s user -- suspend EMAIL --reason WHY
       npm run -s user -- unsuspend EMAIL
       npm run -s user -- delete EMAIL --yes
       npm run -s user -- invite EMAIL [--days N]    where SIGN_UP=invite
       npm run -s user -- invitations [--limit N]
       npm run -s user -- revoke EMAIL               an invitation
       npm run -s user -- log [--limit N]            what operators have done
All take --json, --reason WHY and --by NAME.`)

/** The output for a new account: one line of JSON, also without `--json`, because programs read it. */
async function create({ operator, values }: Called, email: string) {
  const { userId, email: address, tier, apiKey } = await accounts.createAccount(operator, email, values.tier ?? 'free')
  return { user_id: userId, email: address, tier, api_key: apiKey }
}

function suspend({ operator }: Called, email: string) {
  if (!operator.reason) throw new UsageError('Give a reason with --reason. The suspended person sees it.')
  return accounts.suspendAccount(operator, email)
}

function remove({ operator, values }: Called, email: string) {
  if (!values.yes)
    throw new UsageError(`This deletes ${email} and all its transcripts permanently. Add --yes to confirm.`)
  return accounts.deleteAccount(operator, email)
}

const BY_EMAIL: Readonly<Record<string, (called: Called, email: string) => Promise<unknown>>> = {
  create,
  show: (_, email) => accounts.showAccount(email),
  key: ({ operator }, email) => accounts.replaceKey(operator, email),
  suspend: async (called, email) => suspend(called, email),
  unsuspend: ({ operator }, email) => accounts.unsuspendAccount(operator, email),
  delete: async (called, email) => remove(called, email),
  invite: ({ operator, values }, email) =>
    invitations.invite(operator, email, wholeNumber('days', values.days ?? '14', 365)),
  revoke: ({ operator }, email) => invitations.revokeInvitation(operator, email),
}

async function perform(called: Called): Promise<unknown> {
  const { positionals, operator, limit, values } = called
  const [command = '', email, tier, ...rest] = positionals
  if (rest.length > 0) return null
  if (command === 'tier' && email && tier) return accounts.changeTier(operator, email, tier)
  if (email) return tier === undefined ? (BY_EMAIL[command]?.(called, email) ?? null) : null
  if (command === 'list') return accounts.listAccounts({ limit, suspended: values.suspended === true })
  if (command === 'invitations') return invitations.listInvitations(limit)
  return command === 'log' ? listOperatorActions(limit) : null
}

/** The operator's commands for accounts and invitations; see USAGE. Returns the exit code. */
export function main(argv: readonly string[], database: { databaseUrl: string }): Promise<number> {
  const forPrograms = argv[0] === 'create' ? [...argv, '--json'] : argv
  return runOperatorCommand(forPrograms, database, USAGE, perform)
}

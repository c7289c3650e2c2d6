import { type Command, InvalidArgumentError } from 'commander'
import {
  type ApiKeyView,
  createApiKey,
  deleteApiKey,
  KEPT_DAYS,
  KEY_SCOPES,
  type KeyScope,
  type KeyUseView,
  listApiKeys,
  listApiKeyUses,
} from '@/lib/accounts/api-keys/contract'
import { type ApiKeyState, getApiKey, regenerateApiKey } from '@/lib/accounts/contract'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { parseCount } from '../options/parse-count'
import { perform } from '../perform'
import { confirm } from '../terminal/confirm'
import { toTable } from '../terminal/to-table'

function words({ has_key: hasKey, key_prefix: prefix, created_at: created }: ApiKeyState): string {
  if (!hasKey) return 'You have no API key. Create one with verbatim key regenerate\n'
  return `${prefix}${created ? `  created ${created.slice(0, 10)}` : ''}\n`
}

async function show(context: Context): Promise<void> {
  const { body } = await context.call(getApiKey, {})
  await context.print(body, words(body))
}

type RegenerateOptions = { yes?: boolean; deleteNamedKeys?: boolean }

async function regenerate(
  context: Context,
  { yes = false, deleteNamedKeys = false }: RegenerateOptions,
): Promise<void> {
  const question = 'The old key stops working immediately. Create a new one?'
  if (!yes && !(await confirm(context, question))) throw new Failure('usage', 'Nothing was changed.')
  const { keys } = (await context.call(listApiKeys, {})).body
  const count = keys.filter(({ name }) => name !== null).length
  const named = count === 1 ? '1 named key' : `${count} named keys`
  const offer = `Your account also has ${named}. Delete ${count === 1 ? 'it' : 'them'}, too?`
  const deletes = deleteNamedKeys || (count > 0 && !yes && (await confirm(context, offer)))
  const { body } = await context.call(regenerateApiKey, { query: { delete_named_keys: deletes } })
  await context.print(body, `${body.key}\n`)
  context.terminal.say("Copy the key now. You won't see it again.")
  if (count > 0 && !deletes) context.terminal.say(`Not replaced: ${named}. See verbatim key list`)
}

const DEFAULT_NAME = '(default)'
const dayOf = (iso: string | null) => iso?.slice(0, 10) ?? ''

function keyTable(keys: readonly ApiKeyView[]): string {
  if (keys.length === 0) return 'You have no API keys. Create one: verbatim key create NAME\n'
  return toTable([
    ['ID', 'NAME', 'KEY', 'PERMISSIONS', 'CREATED', 'LAST USED', 'EXPIRES'],
    ...keys.map(({ id, name, prefix, scopes, created_at: created, last_used_at: used, expires_at: expires }) => [
      id,
      name ?? DEFAULT_NAME,
      prefix,
      scopes?.join(',') ?? 'all',
      dayOf(created),
      dayOf(used),
      dayOf(expires),
    ]),
  ])
}

async function list(context: Context): Promise<void> {
  const { body } = await context.call(listApiKeys, {})
  await context.print(body, keyTable(body.keys))
}

type CreateOptions = { scope?: KeyScope[]; expiresIn?: number }

async function create(context: Context, name: string, { scope, expiresIn }: CreateOptions): Promise<void> {
  const { body } = await context.call(createApiKey, {
    body: { name, scopes: scope ?? null, expires_in_days: expiresIn ?? null },
  })
  await context.print(body, `${body.key}\n`)
  context.terminal.say("Copy the key now. You won't see it again.")
}

async function remove(context: Context, id: string, { yes = false }: { yes?: boolean }): Promise<void> {
  const question = 'Programs that use this key stop working immediately. Delete the key?'
  if (!yes && !(await confirm(context, question))) throw new Failure('usage', 'Nothing was changed.')
  const { body } = await context.call(deleteApiKey, { params: { key_id: id } })
  await context.print(body, 'API key deleted.\n')
}

function useTable(uses: readonly KeyUseView[]): string {
  if (uses.length === 0) return 'No requests with an API key in this period.\n'
  return toTable([
    ['DAY', 'NAME', 'KEY', 'REQUESTS', 'REFUSED'],
    ...uses.map(({ date, name, prefix, requests, refused }) => [
      date,
      name ?? DEFAULT_NAME,
      prefix,
      `${requests}`,
      `${refused}`,
    ]),
  ])
}

async function uses(context: Context, { days }: { days: number }): Promise<void> {
  const { body } = await context.call(listApiKeyUses, { query: { days } })
  await context.print(body, useTable(body.uses))
}

function collectScope(value: string, before: KeyScope[] = []): KeyScope[] {
  const scope = KEY_SCOPES.find((one) => one === value)
  if (!scope) throw new InvalidArgumentError(`Scopes are ${KEY_SCOPES.join(', ')}.`)
  return [...before, scope]
}

export function addKey(program: Command, interruption: AbortSignal): void {
  const key = program.command('key').description('List, create, regenerate and delete API keys')
  key
    .command('show', { isDefault: true })
    .description('Show the beginning of your API key and its creation date')
    .action(perform(interruption, show))
  key
    .command('regenerate')
    .description('Replace your API key and print the new one once')
    .option('--delete-named-keys', 'delete your named keys, too')
    .option('-y, --yes', 'skip the confirmation')
    .action(perform(interruption, regenerate))
  key.command('list').description('List your API keys').action(perform(interruption, list))
  key
    .command('create')
    .description('Create a named API key and print it once')
    .argument('<name>', 'where the key is used, such as "Backup server"')
    .option('--scope <scope>', `limit the key; repeat it for several: ${KEY_SCOPES.join(', ')}`, collectScope)
    .option('--expires-in <days>', 'days until the key expires', parseCount(1, 3650))
    .action(perform(interruption, create))
  key
    .command('delete')
    .description('Delete an API key; programs that use it stop working immediately')
    .argument('<id>', 'the ID shown by verbatim key list')
    .option('-y, --yes', 'skip the confirmation')
    .action(perform(interruption, remove))
  key
    .command('uses')
    .description('Show the use of each API key by day')
    .option('--days <n>', 'number of days, at most 90', parseCount(1, KEPT_DAYS), 30)
    .action(perform(interruption, uses))
}

import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { closeDb } from '@/lib/core/db/db'
import { env, setEnv } from '@/lib/core/env'
import type { Operator } from '@/lib/privacy/operators/operator-actions'
import { readSecret } from './data-folder/read-secret'

/** The arguments and options of a command. */
export type Called = {
  positionals: string[]
  operator: Operator
  limit: number
  values: { tier?: string; days?: string; suspended?: boolean; down?: boolean; yes?: boolean }
}

/** Runs a command and returns what to print; null: there is no such command. */
export type OperatorCommand = (called: Called) => Promise<unknown>

/** A wrong use of a command. */
export class UsageError extends Error {}

const OPTIONS = {
  json: { type: 'boolean', default: false },
  reason: { type: 'string' },
  by: { type: 'string' },
  limit: { type: 'string', default: '100' },
  tier: { type: 'string' },
  days: { type: 'string' },
  suspended: { type: 'boolean', default: false },
  down: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const

const MAX_LIMIT = 10_000

/** A whole number of an option. Throws a `UsageError`. */
export function wholeNumber(name: string, text: string, max: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= max) return number
  throw new UsageError(`--${name} should be a whole number from 1 to ${max}.`)
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return typeof value === 'object' ? JSON.stringify(value) : String(value).replace(/\p{C}/gu, '')
}

function toTable(rows: readonly Record<string, unknown>[]): string {
  const [first] = rows
  if (!first) return 'There is nothing to list.\n'
  const table = [Object.keys(first), ...rows.map((row) => Object.values(row).map(cell))]
  const widths = Object.keys(first).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table
    .map(
      (row) =>
        `${row
          .map((text, column) => text.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

/** The result of a command, for people: a list as a table, anything else a field a line. */
function toText(result: unknown): string {
  if (Array.isArray(result)) return toTable(result as Record<string, unknown>[])
  return Object.entries(result as object)
    .map(([name, value]) => `${name.padEnd(20)}${cell(value)}\n`)
    .join('')
}

/**
 * Runs an operator's command. It prints for people, or with `--json` for programs. `--reason` and who it was (`--by`,
 * else the name of the system's user) go into the audit log. Returns the exit code: 2 for wrong use.
 */
export async function runOperatorCommand(
  argv: readonly string[],
  { databaseUrl }: { databaseUrl: string },
  usage: string,
  command: OperatorCommand,
): Promise<number> {
  setEnv({ DATABASE_URL: databaseUrl })
  // The stored hash of a deleted account's address uses this secret.
  if (!env().VERBATIM_SECRET) setEnv({ VERBATIM_SECRET: await readSecret(env().dataDir) })
  try {
    const { positionals, values } = parseArgs({ args: [...argv], allowPositionals: true, options: OPTIONS })
    const operator = { name: values.by ?? userInfo().username, reason: values.reason ?? null }
    const limit = wholeNumber('limit', values.limit, MAX_LIMIT)
    const result = await command({ positionals, operator, limit, values })
    if (result === null) throw new UsageError(usage)
    process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : toText(result))
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    const isUsage = error instanceof UsageError || (error instanceof Error && error.message.includes('option'))
    return isUsage ? 2 : 1
  } finally {
    await closeDb()
  }
}

import path from 'node:path'
import { env } from '@/lib/core/env'
import { withOurCommands } from '@/lib/core/programs/our-command'
import { SetupError } from '@/server/setup/setup-error.mjs'
import { readManifest } from './manifest'
import { restoreBackup } from './restore-backup'
import { describeDamage, findDamage } from './verify-backup'
import { writeBackup } from './write-backup'

export const USAGE =
  withOurCommands(`Usage: npm run backup -- FOLDER               writes everything there is into a new folder
       npm run -s backup -- verify FOLDER     compares its files with the sums in its manifest
       npm run restore -- FOLDER [--partial]  into an empty database and data folder; --partial leaves damaged files out`)

const say = (line: string) => process.stdout.write(`${line}\n`)

async function backup(databaseUrl: string, folder: string): Promise<number> {
  const { tables, files } = await writeBackup(databaseUrl, env().dataDir, folder)
  say(`Written to ${folder}: ${tables.length} tables, ${files?.length ?? 0} files`)
  return 0
}

async function verify(folder: string): Promise<number> {
  const manifest = await readManifest(folder)
  const damaged = await findDamage(folder, manifest)
  if (damaged === null) {
    throw new SetupError(`${folder} was written by an earlier version, without sums: its files can't be checked.`)
  }
  if (damaged.length === 0) {
    say(`${folder} is whole: ${manifest.files?.length} files of ${manifest.createdAt} are as they were written`)
    return 0
  }
  say(`${folder} is damaged:\n${describeDamage(damaged)}`)
  return 1
}

async function restore(databaseUrl: string, folder: string, isPartial: boolean): Promise<number> {
  const { manifest, damaged } = await restoreBackup(databaseUrl, env().dataDir, folder, { isPartial })
  if (damaged.length > 0) say(`Left out, because they are damaged:\n${describeDamage(damaged)}`)
  say(`Restored from ${folder}: ${manifest.tables.length} tables`)
  return 0
}

/** The operator's commands for backups. Returns the exit code; throws a `SetupError`. */
export async function main(argv: readonly string[], { databaseUrl }: { databaseUrl: string }): Promise<number> {
  const [command = '', ...rest] = argv
  const isPartial = command === 'restore' && rest.includes('--partial')
  const [target, ...others] = isPartial ? rest.filter((argument) => argument !== '--partial') : rest
  const folder = target && !target.startsWith('-') && others.length === 0 ? path.resolve(target) : null
  if (folder && command === 'backup') return backup(databaseUrl, folder)
  if (folder && command === 'verify') return verify(folder)
  if (folder && command === 'restore') return restore(databaseUrl, folder, isPartial)
  process.stderr.write(`${USAGE}\n`)
  return 2
}

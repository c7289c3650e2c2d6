import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { SetupError } from '@/server/setup/setup-error.mjs'

const schema = z.object({
  format: z.literal('verbatim-backup-1'),
  createdAt: z.iso.datetime(),
  /** The names of the migrations that the database had seen, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})

/** What a backup holds. It is written last: without it a backup is not whole. */
export type Manifest = z.infer<typeof schema>

export const MANIFEST = 'manifest.json'

/** Where a table's rows lie in a backup, as PostgreSQL's COPY writes them, compressed. */
export const rowsFile = (folder: string, table: string) => path.join(folder, 'tables', `${table}.copy.gz`)

/** Reads a backup's manifest. Throws a `SetupError` for a folder that is no whole backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return schema.parse(JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8')))
  } catch (cause) {
    throw new SetupError(`${folder} is no whole backup: its ${MANIFEST} is missing or can't be read.`, { cause })
  }
}

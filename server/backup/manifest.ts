import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { SetupError } from '@/server/setup/setup-error.mjs'

const fileSchema = z.object({
  /** Relative to the backup, with `/`. */
  path: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[\da-f]{64}$/),
})

const contentsSchema = z.object({
  createdAt: z.iso.datetime(),
  /** The names of the migrations that the database had seen, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})

const schema = z.union([
  contentsSchema.extend({ format: z.literal('verbatim-backup-2'), files: z.array(fileSchema) }),
  // A backup without digests can't be checked.
  contentsSchema.extend({ format: z.literal('verbatim-backup-1') }).transform((first) => ({ ...first, files: null })),
])

/** A file of a backup, as it was when the backup was written. */
export type BackupFile = z.infer<typeof fileSchema>

/** The contents of a backup. The manifest is written last: without it a backup is not complete. */
export type Manifest = z.infer<typeof schema>

export const MANIFEST = 'manifest.json'

/** The file with a table's rows, relative to the backup: as PostgreSQL's COPY writes them, compressed. */
export const rowsFile = (table: string) => `tables/${table}.copy.gz`

/** Reads a backup's manifest. Throws a `SetupError` for a folder that is no whole backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return schema.parse(JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8')))
  } catch (cause) {
    throw new SetupError(`${folder} is no whole backup: its ${MANIFEST} is missing or can't be read.`, { cause })
  }
}

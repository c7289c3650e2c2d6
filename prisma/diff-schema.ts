import type { DiffTarget } from '@prisma/schema-engine-wasm'
import { readSchema } from './read-schema'
import { NO_FILTERS, withSchemaEngine } from './with-schema-engine'

const NOTHING_TO_DO = '-- This is an empty migration.'

/**
 * The SQL that leads from what a database holds to `prisma/schema` below `root`; the empty string when they agree. The
 * database is only read.
 */
export function diffSchema(databaseUrl: string, root: string): Promise<string> {
  return withSchemaEngine(databaseUrl, root, async (engine) => {
    const files = readSchema(root)
    const from: DiffTarget = { tag: 'schemaDatasource', files, configDir: root }
    const to: DiffTarget = { tag: 'schemaDatamodel', files }
    const { stdout } = await engine.diff({ from, to, script: true, exitCode: null, filters: NO_FILTERS })
    const sql = (stdout ?? '').trim()
    return sql === NOTHING_TO_DO ? '' : sql
  })
}

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import { readSchema } from './read-schema'
import { systemTableAdapter } from './system-table-adapter'

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg') & {
  __wbg_set_wasm(exports: WebAssembly.Exports): void
}

const ENGINE = '@prisma/schema-engine-wasm/schema_engine_bg'

/** No tables or enums that somebody else looks after. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] }

let loaded: Promise<EngineModule> | null = null

/**
 * Lends Prisma's own schema engine, as WebAssembly, on a database: what `prisma migrate` works with, without the binary
 * that is not on npm. `root` is the project's folder. No connection is left open.
 */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  root: string,
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loaded ??= load()
  const { SchemaEngine } = await loaded
  const pool = new pg.Pool({ connectionString: databaseUrl })
  let lost: Error | null = null
  pool.on('error', (error) => {
    lost = error
  })
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(systemTableAdapter(pool))
    const datamodels = readSchema(root).map(({ path: name, content }): [string, string] => [name, content])
    const engine = await SchemaEngine.new({ datamodels }, () => {}, adapter)
    try {
      return await use(engine)
    } finally {
      engine.free()
    }
  } catch (error) {
    throw lost ?? error
  } finally {
    await pool.end()
  }
}

/** Node can't import a .wasm file yet, so the package's entry point does not work: its parts are put together here. */
async function load(): Promise<EngineModule> {
  const glue = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as EngineModule
  const folder = path.dirname(createRequire(import.meta.url).resolve(ENGINE))
  const { instance } = await WebAssembly.instantiate(await readFile(path.join(folder, 'schema_engine_bg.wasm')), {
    './schema_engine_bg.js': glue as unknown as WebAssembly.ModuleImports,
  })
  glue.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start as () => void
  start()
  return glue
}

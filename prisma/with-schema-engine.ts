import type { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import { readSchema } from './read-schema'

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg') & {
  __wbg_set_wasm(exports: WebAssembly.Exports): void
}

const ENGINE = '@prisma/schema-engine-wasm/schema_engine_bg'

/** No tables or enums are managed elsewhere. */
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

type FieldsMessage = { fields: { dataTypeID: number }[] }

/**
 * Prisma's adapter for PostgreSQL, made able to read the system tables. They are full of PostgreSQL's internal one-byte
 * type `"char"`, which the adapter refuses and the schema engine insists on. It goes through the adapter dressed up as
 * `time`, of which the system tables have none.
 */
function systemTableAdapter(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: EventEmitter }
    connection.prependListener('rowDescription', ({ fields }: FieldsMessage) => {
      for (const field of fields)
        if (field.dataTypeID === pg.types.builtins.CHAR) field.dataTypeID = pg.types.builtins.TIME
    })
  })
  const factory = new PrismaPg(pool)
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => withWholeScripts(withCharacters(await factory.connect())),
    connectToShadowDb: async () => withWholeScripts(withCharacters(await factory.connectToShadowDb())),
  }
}

function withCharacters(adapter: SqlDriverAdapter): SqlDriverAdapter {
  const queryRaw = adapter.queryRaw.bind(adapter)
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query)
    const columnTypes = result.columnTypes.map((type) =>
      type === ColumnTypeEnum.Time ? ColumnTypeEnum.Character : type,
    )
    return { ...result, columnTypes }
  }
  return adapter
}

/** The adapter's own way tears a script apart at every semicolon, those inside functions too. PostgreSQL takes it whole. */
function withWholeScripts(adapter: SqlDriverAdapter): SqlDriverAdapter {
  adapter.executeScript = async (script) => {
    await adapter.executeRaw({ sql: script, args: [], argTypes: [] })
  }
  return adapter
}

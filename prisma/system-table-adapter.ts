import type { EventEmitter } from 'node:events'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'

type FieldsMessage = { fields: { dataTypeID: number }[] }

/**
 * Prisma's adapter for PostgreSQL, made able to read the system tables. They are full of PostgreSQL's internal one-byte
 * type `"char"`, which the adapter refuses and the schema engine insists on. It goes through the adapter dressed up as
 * `time`, of which the system tables have none.
 */
export function systemTableAdapter(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
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

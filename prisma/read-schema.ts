import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { SchemaContainer } from '@prisma/schema-engine-wasm'

/** The files of `prisma/schema`, as the schema engine takes them. */
export function readSchema(root: string): SchemaContainer[] {
  const folder = path.join(root, 'prisma', 'schema')
  const names = readdirSync(folder).filter((name) => name.endsWith('.prisma'))
  return names.sort().map((name) => ({ path: name, content: readFileSync(path.join(folder, name), 'utf8') }))
}

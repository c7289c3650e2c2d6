import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

/** A function or a trigger of the database. */
type Definition = {
  /** Kind, signature and table, as `drop` takes them. */
  name: string
  sql: string
}

/** Functions that came with an extension, and triggers that PostgreSQL keeps for itself, are left out. Triggers come first. */
const LIST = `
  select format('trigger %I on %s', tgname, tgrelid::regclass) as name, pg_get_triggerdef(oid) as sql
  from pg_trigger
  where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
  union all
  select format('function %s', oid::regprocedure), pg_get_functiondef(oid)
  from pg_proc p
  where pronamespace = 'public'::regnamespace and prokind = 'f'
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  order by name desc`

/**
 * The SQL that leads from the functions and triggers of a database to those of `prisma/sql` below `root` (the project's
 * folder); the empty string when they agree. The database's tables have to be up to date. Nothing in it is changed.
 */
export async function diffFunctions(databaseUrl: string, root: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    const present = await list(client)
    for (const { name } of present) await client.query(`drop ${name}`)
    const wanted = new Set<string>()
    const outdated: string[] = []
    for (const sql of readSqlFiles(root)) {
      const before = await list(client)
      await client.query(sql)
      const made = without(await list(client), before)
      for (const { name } of made) wanted.add(name)
      if (without(made, present).length > 0) outdated.push(sql.trim())
    }
    const unwanted = present.filter(({ name }) => !wanted.has(name)).map(({ name }) => `DROP ${name};`)
    return [...unwanted, ...outdated].join('\n\n')
  } finally {
    await client.end()
  }
}

/** The files of `prisma/sql`: a function each, with its triggers. They do not build upon each other. */
function readSqlFiles(root: string): string[] {
  const folder = path.join(root, 'prisma', 'sql')
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => readFileSync(path.join(folder, name), 'utf8'))
}

async function list(client: pg.Client): Promise<Definition[]> {
  return (await client.query<Definition>(LIST)).rows
}

function without(some: readonly Definition[], others: readonly Definition[]): Definition[] {
  const known = new Set(others.map(({ name, sql }) => `${name}\n${sql}`))
  return some.filter(({ name, sql }) => !known.has(`${name}\n${sql}`))
}

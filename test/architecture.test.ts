import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSourceFiles, type SourceFile } from './read-imports'

/** The imports of each folder of `lib` from the others. Every folder may import `core` and `platforms`. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['limits', 'uploads', 'usage'],
  api: [
    'accounts',
    'billing',
    'captions',
    'health',
    'http',
    'imports',
    'jobs',
    'library',
    'notices',
    'oauth',
    'openai',
    'privacy',
    'publishing',
    'speech',
    'transcripts',
    'uploads',
    'usage',
    'watches',
    'webhooks',
  ],
  archive: ['captions', 'net'],
  billing: ['accounts', 'usage'],
  captions: [],
  core: [],
  docs: ['api', 'captions', 'mcp'],
  durable: [],
  health: [
    'accounts',
    'archive',
    'billing',
    'captions',
    'durable',
    'jobs',
    'limits',
    'net',
    'notices',
    'sources',
    'speech',
  ],
  http: ['accounts', 'limits'],
  imports: [
    'archive',
    'captions',
    'durable',
    'jobs',
    'net',
    'notices',
    'podcasts',
    'sources',
    'transcripts',
    'uploads',
    'usage',
    'webhooks',
  ],
  jobs: [
    'archive',
    'captions',
    'durable',
    'media',
    'net',
    'notices',
    'sources',
    'speech',
    'uploads',
    'usage',
    'webhooks',
  ],
  library: ['accounts', 'archive', 'captions', 'jobs', 'publishing', 'speech', 'transcripts', 'uploads', 'usage'],
  limits: [],
  mcp: [
    'accounts',
    'archive',
    'captions',
    'http',
    'imports',
    'jobs',
    'library',
    'podcasts',
    'publishing',
    'transcripts',
    'watches',
  ],
  media: ['archive', 'captions'],
  net: [],
  notices: ['archive'],
  oauth: ['accounts', 'limits', 'net'],
  openai: ['archive', 'captions', 'http', 'jobs', 'speech', 'transcripts', 'uploads'],
  platforms: [],
  podcasts: ['archive', 'captions', 'media', 'net', 'sources'],
  privacy: [
    'accounts',
    'archive',
    'billing',
    'captions',
    'imports',
    'jobs',
    'publishing',
    'sign-in',
    'uploads',
    'usage',
  ],
  publishing: ['archive', 'captions', 'jobs', 'podcasts', 'transcripts'],
  'sign-in': ['accounts', 'notices', 'usage'],
  sources: ['archive', 'captions', 'media', 'net'],
  speech: ['captions', 'durable', 'media', 'net'],
  transcripts: ['archive', 'captions', 'jobs', 'media', 'net', 'podcasts', 'sources', 'speech', 'uploads', 'usage'],
  uploads: ['captions', 'media'],
  usage: [],
  watches: ['captions', 'durable', 'imports', 'net', 'notices', 'podcasts', 'transcripts', 'usage'],
  webhooks: ['durable', 'net'],
}
const SHARED_BY_ALL = new Set(['core', 'platforms'])
const CATCH_ALL = /(?:^|\/)(?:utils?|helpers?|misc|common|constants|types|index)(?:\/|\.tsx?$)/

/** The modules of `lib` that components and the command line may import. */
const SHARED =
  /^lib\/(?:captions\/|imports\/choice\/|api\/client$|[a-z-]+\/(?:[a-z-]+\/)?(?:[a-z]+-)?contract$|api\/upload\/|docs\/(?:page|search-options)$|[a-z-]+\/states$|jobs\/progress$|platforms\/platform(?:s|-facts)$|core\/(?:problem\/problem-(?:schema|table)|operations\/operation|http\/retry-after|generated\/prisma\/enums)$)/

/** Words that the pages and the command line share. */
const WORDS = /^components\/transcript-viewer\/job\/job-words$/

/** How a platform is asked counts as a part of `sources`; the facts of a platform need nothing. */
const ASKS_PLATFORM = /^lib\/platforms\/(?:site-sources?|testing\/.+|[a-z]+\/(?!(?:platform|player-protocol)$).+)$/

function folderOf(file: string): string {
  return ASKS_PLATFORM.test(file.replace(/\.tsx?$/, '')) ? 'sources' : (file.split('/')[1] ?? '')
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.startsWith('test/') || file.startsWith('e2e/')
}

function isUnneeded({ file }: SourceFile, imported: string): boolean {
  if (!imported.startsWith('lib/')) return true
  const [from, to] = [folderOf(file), folderOf(imported)]
  return from !== to && !(SHARED_BY_ALL.has(to) && from in NEEDS) && !NEEDS[from]?.includes(to)
}

/** A client package is its own folder and nothing else; what generates its types reads the API's document. */
function isOfPackages(file: string, imported: string): boolean {
  if (!file.startsWith('sdk/generate/')) return imported.startsWith(`${file.split('/', 3).join('/')}/`)
  return (
    imported.startsWith('sdk/generate/') ||
    /^lib\/(?:api\/openapi|platforms\/platform(?:s|-facts)|core\/(?:env|problem\/problem-table))$/.test(imported)
  )
}

/** The browser extension calls a server by the client package, and knows the platforms. */
function isOfExtension(imported: string): boolean {
  return (
    imported.startsWith('extension/') ||
    /^(?:sdk\/typescript\/src\/verbatim|lib\/platforms\/platform(?:s|-facts))$/.test(imported)
  )
}

function breaksWall(source: SourceFile, imported: string): boolean {
  const [top] = source.file.split('/')
  if (top === 'extension') return !isOfExtension(imported)
  if (imported.startsWith('extension/')) return true
  if (top === 'lib') return isUnneeded(source, imported)
  if (top === 'components')
    return imported.startsWith('lib/') ? !SHARED.test(imported) : !imported.startsWith('components/')
  if (top === 'cli')
    return imported.startsWith('lib/') ? !SHARED.test(imported) : !(imported.startsWith('cli/') || WORDS.test(imported))
  if (top === 'sdk') return !isOfPackages(source.file, imported)
  if (top === 'inngest' || top === 'prisma') return /^(?:app|components|lib\/api)\//.test(imported)
  return false
}

/** Every import that a folder may not have, as `file → imported`. */
function violations(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ file }) => !isTest(file))
    .flatMap((source) =>
      source.imports
        .filter((imported) => breaksWall(source, imported))
        .map((imported) => `${source.file} → ${imported}`),
    )
}

const root = path.resolve(import.meta.dirname, '..')
const files = readSourceFiles(root)

/** Every need that no module has, as `folder → folder`. */
function unusedNeeds(): string[] {
  const used = new Set(
    files
      .filter(({ file }) => file.startsWith('lib/') && !isTest(file))
      .flatMap(({ file, imports }) => imports.map((imported) => `${folderOf(file)} → ${folderOf(imported)}`)),
  )
  return Object.entries(NEEDS)
    .flatMap(([from, needs]) => needs.map((to) => `${from} → ${to}`))
    .filter((need) => !used.has(need))
}

/** The folders that a folder needs, directly or through others. */
function allNeeds(folder: string, seen = new Set<string>()): Set<string> {
  for (const next of NEEDS[folder] ?? []) if (!seen.has(next)) allNeeds(next, seen.add(next))
  return seen
}

const fileWith = (name: string, ...imports: string[]): SourceFile => ({ file: `${name}.ts`, imports })

/** The files that import themselves through others: what is left when files without open imports, or importers, are taken away. */
function filesInCircles(all: readonly SourceFile[]): string[] {
  let left = new Map(all.map(({ file, imports }) => [file.replace(/\.tsx?$/, ''), imports]))
  for (let before = Number.POSITIVE_INFINITY; left.size < before; ) {
    before = left.size
    const imported = new Set([...left.values()].flat())
    left = new Map([...left].filter(([file, imports]) => imported.has(file) && imports.some((name) => left.has(name))))
  }
  return [...left.keys()]
}

describe('imports', () => {
  test('go only to the folders that a folder is said to need', () => {
    expect(violations(files)).toEqual([])
  })

  test('use every need that a folder is said to have', () => {
    expect(unusedNeeds()).toEqual([])
  })

  test('never lead back to the folder that they came from', () => {
    expect(Object.keys(NEEDS).filter((folder) => allNeeds(folder).has(folder))).toEqual([])
  })

  test('never lead back to the file that they came from', () => {
    expect(filesInCircles(files)).toEqual([])
    expect(filesInCircles([fileWith('a', 'b'), fileWith('b', 'c'), fileWith('c', 'b')])).toEqual(['b', 'c'])
  })

  test('that a folder may not have are found', () => {
    const wrong: SourceFile[] = [
      { file: 'lib/captions/a.ts', imports: ['lib/jobs/find-job'] },
      { file: 'lib/jobs/a.ts', imports: ['app/page'] },
      { file: 'lib/usage/a.ts', imports: ['lib/accounts/authenticate'] },
      { file: 'components/a.tsx', imports: ['lib/core/db/db'] },
      { file: 'cli/a.ts', imports: ['lib/jobs/find-job'] },
      { file: 'cli/a.ts', imports: ['components/ui/button'] },
      { file: 'sdk/typescript/src/a.ts', imports: ['lib/jobs/contract'] },
      { file: 'sdk/generate/a.ts', imports: ['lib/jobs/contract'] },
      { file: 'lib/unheard-of/a.ts', imports: ['lib/core/ids'] },
    ]
    const right: SourceFile[] = [
      { file: 'lib/jobs/a.ts', imports: ['lib/captions/cue', 'lib/jobs/b'] },
      { file: 'cli/a.ts', imports: ['lib/jobs/contract', 'lib/api/client', 'cli/context'] },
      { file: 'components/a.tsx', imports: ['lib/jobs/contract', 'components/ui/button'] },
      { file: 'sdk/typescript/src/a.ts', imports: ['sdk/typescript/src/b.js'] },
      { file: 'sdk/generate/a.ts', imports: ['sdk/generate/b', 'lib/api/openapi'] },
    ]
    expect(violations([...wrong, ...right])).toHaveLength(wrong.length)
  })

  test('were read at all', () => {
    expect(files.length).toBeGreaterThan(100)
    const obtain = files.find(({ file }) => file === 'lib/transcripts/obtain-transcript.ts')
    expect(obtain?.imports).toContain('lib/jobs/start-job')
  })
})

test('captions know no Node and no I/O', () => {
  const core = files
    .filter(({ file }) => file.startsWith('lib/captions/') && !isTest(file))
    .flatMap(({ file, imports }) =>
      imports.filter((imported) => imported.startsWith('lib/core/')).map((to) => `${file} → ${to}`),
    )
  expect(core.filter((line) => !/lib\/core\/(?:problem\/problem|generated\/prisma\/enums)$/.test(line))).toEqual([])
})

test('no folder or file is a catch-all', () => {
  // Next gives the modules in `pages` their names.
  const named = files.map(({ file }) => file).filter((file) => !file.startsWith('pages/'))
  expect(named.filter((file) => CATCH_ALL.test(file))).toEqual([])
})

/** Node below 24 forgets its timers and never lets go of it: lib/core/concurrency/start-deadline.ts. */
test('long-running code joins no signals by AbortSignal’s own any', () => {
  const lasting = files.map(({ file }) => file).filter((file) => /^(?:inngest|lib|server)\//.test(file))
  const joins = lasting.filter((file) => /AbortSignal\.any\(/.test(readFileSync(path.join(root, file), 'utf8')))
  expect(joins).toEqual([])
})

/**
 * Where SQL is allowed: the table modules of a domain, the database connection, and what runs or copies PostgreSQL
 * itself.
 */
const SQL_MODULES =
  /(?:-table|queries)\.ts$|\/(?:tables|queries|testing)\/|^lib\/core\/db\/|^server\/postgres\/|^(?:prisma|bench|test|e2e)\//
const SQL =
  /\$(?:query|execute)Raw\b|\bPrisma\.sql\b|[`'"]\s*(?:select\s|insert into\s|update \w+(?: \w+)?\s+set\s|delete from\s|copy \w|with \w+ as (?:materialized )?\()/

describe('SQL', () => {
  const withSql = files
    .map(({ file }) => file)
    .filter((file) => !isTest(file) && SQL.test(readFileSync(path.join(root, file), 'utf8')))

  test('is in table modules only', () => {
    expect(withSql.filter((file) => !SQL_MODULES.test(file))).toEqual([])
  })

  test('is recognized in modules and in statements', () => {
    expect(withSql).toEqual(expect.arrayContaining(['lib/jobs/job-table.ts', 'lib/durable/tables/find-due-item.ts']))
    const statements = [
      '`\n  update work set worker_id',
      '`select 1 from job`',
      "'delete from job",
      'tx.$executeRaw`',
      '`with a as (',
    ]
    expect(statements.filter((text) => !SQL.test(text))).toEqual([])
  })
})

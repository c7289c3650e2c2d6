import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSourceFiles, type SourceFile } from './read-imports'

/** What each folder of `lib` imports from the others. Every folder may import `core` and `platforms`. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  platforms: [],
  accounts: ['sessions', 'tiers'],
  api: [
    'accounts',
    'billing',
    'captions',
    'doctor',
    'health',
    'http',
    'idempotency',
    'imports',
    'jobs',
    'library',
    'me',
    'notices',
    'oauth',
    'openai',
    'privacy',
    'publishing',
    'sessions',
    'speech',
    'transcripts',
    'uploads',
    'usage',
    'watches',
    'webhooks',
  ],
  archive: ['captions', 'net', 'texts'],
  billing: ['accounts', 'tiers', 'usage'],
  captions: [],
  docs: ['api', 'captions', 'mcp'],
  doctor: ['archive', 'billing', 'captions', 'mail', 'net', 'sources', 'speech'],
  durable: [],
  health: ['accounts', 'captions', 'durable', 'limits', 'sources', 'speech'],
  http: ['accounts', 'limits'],
  idempotency: ['http'],
  imports: [
    'archive',
    'captions',
    'durable',
    'jobs',
    'notices',
    'podcasts',
    'sources',
    'tiers',
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
    'texts',
    'tiers',
    'uploads',
    'usage',
    'webhooks',
  ],
  library: ['archive', 'captions', 'jobs', 'publishing', 'speech', 'texts', 'transcripts', 'uploads'],
  limits: [],
  mail: [],
  mcp: [
    'accounts',
    'archive',
    'captions',
    'http',
    'imports',
    'jobs',
    'library',
    'me',
    'podcasts',
    'publishing',
    'texts',
    'transcripts',
    'watches',
  ],
  me: ['accounts', 'limits', 'tiers', 'uploads', 'usage'],
  media: ['captions', 'texts'],
  net: [],
  notices: ['archive', 'mail'],
  oauth: ['accounts', 'limits', 'net', 'sessions'],
  openai: ['archive', 'captions', 'http', 'idempotency', 'jobs', 'speech', 'texts', 'transcripts', 'uploads'],
  operators: ['accounts', 'archive', 'imports', 'privacy', 'publishing', 'sign-in', 'tiers'],
  podcasts: ['captions', 'media', 'net', 'texts'],
  privacy: ['accounts', 'archive', 'billing', 'captions', 'jobs', 'tiers', 'uploads', 'usage'],
  publishing: ['archive', 'captions', 'jobs', 'podcasts', 'transcripts'],
  sessions: ['tiers'],
  'sign-in': ['accounts', 'mail', 'sessions', 'usage'],
  sources: ['archive', 'captions', 'media', 'net', 'texts'],
  speech: ['captions', 'durable', 'media', 'net'],
  texts: ['captions'],
  tiers: [],
  transcripts: ['archive', 'captions', 'jobs', 'media', 'podcasts', 'sources', 'speech', 'texts', 'uploads', 'usage'],
  uploads: ['captions', 'media'],
  usage: ['tiers'],
  watches: ['captions', 'durable', 'imports', 'net', 'notices', 'podcasts', 'sources', 'tiers', 'transcripts'],
  webhooks: ['durable', 'net'],
}
const SHARED_BY_ALL = new Set(['core', 'platforms'])
const CATCH_ALL = /(?:^|\/)(?:utils?|helpers?|misc|common|constants|types|index)(?:\/|\.tsx?$)/

/** What components and the command line may see of `lib`. */
const SHARED =
  /^lib\/(?:captions\/|imports\/choice\/|api\/client$|[a-z-]+\/(?:[a-z-]+\/)?(?:[a-z]+-)?contract$|api\/upload\/|docs\/(?:page|search-options)$|[a-z-]+\/states$|platforms\/platform(?:s|-facts)$|core\/(?:problem\/problem-(?:schema|table)|operations\/operation|http\/retry-after|generated\/prisma\/enums)$)/

/** What the pages and the command line say in the same words. */
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
  expect(files.map(({ file }) => file).filter((file) => CATCH_ALL.test(file))).toEqual([])
})

/** Node below 24 forgets its timers and never lets go of it: lib/core/concurrency/start-deadline.ts. */
test('what runs for long joins no signals by AbortSignal’s own any', () => {
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

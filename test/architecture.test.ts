import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSourceFiles, type SourceFile } from './read-imports'

/** The folders of `lib`, lowest first: a file imports from its own folder and from rows above its own in this list. */
const LAYERS = [
  ['platform'],
  ['tiers'],
  ['sessions'],
  ['net', 'durable', 'accounts', 'usage', 'limits'],
  ['oauth', 'sign-in', 'webhooks', 'billing'],
  ['device'],
  ['captions'],
  ['texts'],
  ['archive', 'media'],
  ['speech', 'sources', 'uploads', 'podcasts'],
  ['jobs'],
  ['transcripts'],
  ['publishing'],
  ['library', 'imports'],
  ['mcp', 'health'],
  ['privacy'],
  ['operators'],
  ['api'],
  ['docs'],
]
const RANK = new Map(LAYERS.flatMap((names, rank) => names.map((name) => [name, rank] as const)))
const CATCH_ALL = /(?:^|\/)(?:utils?|helpers?|misc|common|constants|types|index)(?:\/|\.tsx?$)/

/** What components and the command line may see of `lib`. */
const SHARED =
  /^lib\/(?:captions\/|api\/client$|[a-z-]+\/(?:[a-z]+-)?contract$|api\/upload\/|docs\/page$|platform\/(?:problem-(?:schema|table)|operation|retry-after)$)/

/** What the pages and the command line say in the same words. */
const WORDS = /^components\/transcript-viewer\/(?:stage-words|time-left)$/

function folderOf(file: string): string {
  return file.split('/')[1] ?? ''
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.startsWith('test/') || file.startsWith('e2e/')
}

function breaksOrder({ file }: SourceFile, imported: string): boolean {
  if (!imported.startsWith('lib/')) return true
  if (folderOf(file) === folderOf(imported)) return false
  const [from, to] = [RANK.get(folderOf(file)), RANK.get(folderOf(imported))]
  return from === undefined || to === undefined || to >= from
}

function breaksWall(source: SourceFile, imported: string): boolean {
  const [top] = source.file.split('/')
  if (top === 'lib') return breaksOrder(source, imported)
  if (top === 'components')
    return imported.startsWith('lib/') ? !SHARED.test(imported) : !imported.startsWith('components/')
  if (top === 'cli')
    return imported.startsWith('lib/') ? !SHARED.test(imported) : !(imported.startsWith('cli/') || WORDS.test(imported))
  if (top === 'inngest' || top === 'prisma') return /^(?:app|components|lib\/api)\//.test(imported)
  return false
}

/** Every import that goes the wrong way, as `file → imported`. */
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

describe('imports', () => {
  test('run one way', () => {
    expect(violations(files)).toEqual([])
  })

  test('that run the wrong way are found', () => {
    const wrong: SourceFile[] = [
      { file: 'lib/captions/a.ts', imports: ['lib/jobs/find-job'] },
      { file: 'lib/jobs/a.ts', imports: ['app/page'] },
      { file: 'lib/usage/a.ts', imports: ['lib/accounts/authenticate'] },
      { file: 'components/a.tsx', imports: ['lib/platform/db'] },
      { file: 'cli/a.ts', imports: ['lib/jobs/find-job'] },
      { file: 'cli/a.ts', imports: ['components/ui/button'] },
      { file: 'lib/unheard-of/a.ts', imports: ['lib/platform/ids'] },
    ]
    const right: SourceFile[] = [
      { file: 'lib/jobs/a.ts', imports: ['lib/captions/cue', 'lib/jobs/b'] },
      { file: 'cli/a.ts', imports: ['lib/jobs/contract', 'lib/api/client', 'cli/context'] },
      { file: 'components/a.tsx', imports: ['lib/jobs/contract', 'components/ui/button'] },
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
  const platform = files
    .filter(({ file }) => file.startsWith('lib/captions/') && !isTest(file))
    .flatMap(({ file, imports }) =>
      imports.filter((imported) => imported.startsWith('lib/platform/')).map((to) => `${file} → ${to}`),
    )
  expect(platform.filter((line) => !/lib\/platform\/problem$/.test(line))).toEqual([])
})

test('no folder or file is a catch-all', () => {
  expect(files.map(({ file }) => file).filter((file) => CATCH_ALL.test(file))).toEqual([])
})

/** Node below 24 forgets its timers and never lets go of it: lib/platform/start-deadline.ts. */
test('what runs for long joins no signals by AbortSignal’s own any', () => {
  const lasting = files.map(({ file }) => file).filter((file) => /^(?:inngest|lib|server)\//.test(file))
  const joins = lasting.filter((file) => /AbortSignal\.any\(/.test(readFileSync(path.join(root, file), 'utf8')))
  expect(joins).toEqual([])
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A file of the project, by its path from the root, and the project's files it imports. */
export type SourceFile = { file: string; imports: string[] }

const IMPORT = /\bfrom\s+'([^'\n]+)'|\bimport\s*\(?\s*'([^'\n]+)'/g
const FOLDERS = [
  'app',
  'bench',
  'cli',
  'components',
  'e2e',
  'extension',
  'inngest',
  'lib',
  'pages',
  'prisma',
  'sdk',
  'server',
  'test',
]

function resolveImport(file: string, specifier: string): string | null {
  if (specifier.startsWith('@/')) return specifier.slice(2)
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : null
}

/** The project's files that a text imports: by `@/`, or relative to its own file. */
function importsOf(file: string, text: string): string[] {
  const specifiers = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '')
  return specifiers.flatMap((specifier) => resolveImport(file, specifier) ?? [])
}

/** Every TypeScript file of the project with what it imports of the project. */
export function readSourceFiles(root: string): SourceFile[] {
  const inFolder = (folder: string) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.posix.join(folder, name),
    )
  return FOLDERS.filter((folder) => existsSync(path.join(root, folder)))
    .flatMap(inFolder)
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('/generated/'))
    .map((file) => ({ file, imports: importsOf(file, readFileSync(path.join(root, file), 'utf8')) }))
}

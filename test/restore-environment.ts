import { afterAll, vi } from 'vitest'
import { clearSingletons } from '@/lib/core/concurrency/singleton'

/* Runs before each file. The next file runs in the same process: it finds nothing of this one. */

type Before = { processEnv: NodeJS.ProcessEnv; environment: NodeJS.ProcessEnv; folder: string }

const shared = globalThis as typeof globalThis & { verbatimBeforeTests?: Before }
shared.verbatimBeforeTests ??= { processEnv: process.env, environment: { ...process.env }, folder: process.cwd() }
const { processEnv, environment, folder } = shared.verbatimBeforeTests

function restore(): void {
  // `vi.stubEnv` sets names on what is there now, and deletes them from what was there when the process started.
  process.env = processEnv
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  clearSingletons()
  process.chdir(folder)
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
}

// A hook that fails skips those after it: what the file before left is not relied on to be gone.
restore()
afterAll(restore)

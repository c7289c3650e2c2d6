import { afterAll, vi } from 'vitest'
import { clearSingletons } from '@/lib/platform/concurrency/singleton'

/* Runs before each file. The next file runs in the same process: it finds nothing of this one. */

type Before = { environment: NodeJS.ProcessEnv; folder: string }

const shared = globalThis as typeof globalThis & { verbatimBeforeTests?: Before }
const { environment, folder } = shared.verbatimBeforeTests ?? { environment: { ...process.env }, folder: process.cwd() }
shared.verbatimBeforeTests = { environment, folder }

function restore(): void {
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

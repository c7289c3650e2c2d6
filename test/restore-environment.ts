import { afterAll } from 'vitest'
import { clearSingletons } from '@/lib/platform/concurrency/singleton'

/* Runs before each file. The next file runs in the same process: it finds nothing of this one. */

const shared = globalThis as typeof globalThis & { verbatimTestEnvironment?: NodeJS.ProcessEnv }
const environment = shared.verbatimTestEnvironment ?? { ...process.env }
shared.verbatimTestEnvironment = environment

function restore(): void {
  clearSingletons()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
}

// A hook that fails skips those after it: what the file before left is not relied on to be gone.
restore()
afterAll(restore)

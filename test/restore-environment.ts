import { afterAll } from 'vitest'
import { clearSingletons } from '@/lib/platform/concurrency/singleton'

/* Runs before each file of integration tests. The next file runs in the same process: it finds nothing of this one. */

const environment = { ...process.env }
afterAll(() => {
  clearSingletons()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})

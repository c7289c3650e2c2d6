import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { DeepFilesFirst } from './test/deep-files-first.ts'

const INTEGRATION = '**/*.integration.test.ts'
/** Tests that run the built service as a separate process. */
const PROCESS = '**/*.process.test.ts'
/** Tests against a real Inngest server, which `npm run test:inngest` looks for. */
const INNGEST = 'test/inngest/*.inngest.test.ts'
const GUARD = 'test/guard-run.ts'
/** Files run one after the other in a process: loading the service anew for each takes longer than most of their tests. */
const SHARED_PROCESS = { isolate: false, setupFiles: 'test/restore-environment.ts' }
/** Tests that take long for what they can find: left out by `npm test` without `--all`. */
const DEEP = process.env.TEST_DEPTH === 'main' ? ['**/*.deep.*'] : []
const EXCLUDED = [...configDefaults.exclude, '.next/**', '.verbatim/**', 'e2e/**', ...DEEP]

export default defineConfig({
  resolve: { alias: { '@': path.resolve(import.meta.dirname) } },
  test: {
    // Tests wait for databases and programs more than they compute.
    maxWorkers: 3,
    sequence: { sequencer: DeepFilesFirst },
    retry: process.env.CI ? 1 : 0,
    tags: [{ name: 'deep', description: 'takes long for what it can find: left out with the deep files' }],
    // Modules are compiled once for all runs, and again where they have changed.
    experimental: { fsModuleCache: true },
    // Far beyond what any takes: a machine with other work at hand is slow, and not wrong.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A busy machine may take longer than the default second.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...EXCLUDED, INTEGRATION, PROCESS, INNGEST],
          globalSetup: GUARD,
          ...SHARED_PROCESS,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [INTEGRATION],
          exclude: EXCLUDED,
          globalSetup: [GUARD, 'test/global-setup.ts', 'test/require-answers.ts'],
          ...SHARED_PROCESS,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: [PROCESS],
          exclude: EXCLUDED,
          globalSetup: [GUARD, 'test/process/database-template.ts', 'test/require-commands.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'inngest',
          include: [INNGEST],
          exclude: EXCLUDED,
          globalSetup: GUARD,
          // Each file runs a service, a server and their databases, and some wait for minutes.
          fileParallelism: false,
          testTimeout: 1_800_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})

import { projectRoot } from './project-root.mjs'
import { SetupError } from './setup-error.mjs'
import { doStep } from './stamp.mjs'

/** What is compiled to run outside of Next, by the name of its file in dist. */
const ENTRIES = {
  server: 'server/main.ts',
  user: 'server/user.ts',
  models: 'server/models.ts',
  'stripe-check': 'server/stripe-check.ts',
  backup: 'server/backup/main.ts',
  database: 'server/open-database.ts',
}

const STEP = {
  name: 'server',
  inputs: ['server', 'lib', 'inngest', 'prisma', 'tsconfig.json', 'package-lock.json'],
  outputs: Object.keys(ENTRIES).map((name) => `dist/${name}.mjs`),
}

/**
 * Compiles the server and the commands into dist.
 * @param {(line: string) => void} say
 */
export async function buildServer(say) {
  await doStep(STEP, async () => {
    say('Compiling the server …')
    const { build } = await import('esbuild')
    try {
      await build({ ...COMPILER, entryPoints: ENTRIES, outdir: 'dist', outExtension: { '.js': '.mjs' } })
    } catch (cause) {
      // esbuild has printed what and where.
      throw new SetupError('The server could not be compiled.', { cause })
    }
  })
}

/** How TypeScript becomes something that Node runs: one file, packages stay in node_modules. */
export const COMPILER = /** @type {const} */ ({
  absWorkingDir: projectRoot,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  alias: { '@': projectRoot },
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'error',
})

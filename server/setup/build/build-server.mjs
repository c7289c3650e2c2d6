import { projectRoot } from '../project-root.mjs'
import { SetupError } from '../setup-error.mjs'
import { loadCompiler } from './compiler.mjs'
import { doStep } from './stamp.mjs'

/** The program of the threads that work on large texts. Tests need it without the server. */
const TEXT_WORKER = { name: 'text-worker', file: 'lib/archive/text-worker/main.ts' }

/** The programs that run outside of Next, by the name of their file in dist. */
const ENTRIES = {
  server: 'server/main.ts',
  user: 'server/user.ts',
  public: 'server/public.ts',
  models: 'server/models.ts',
  'yt-dlp': 'server/yt-dlp.ts',
  doctor: 'server/doctor.ts',
  'stripe-check': 'server/stripe-check.ts',
  backup: 'server/backup/main.ts',
  database: 'server/open-database.ts',
  [TEXT_WORKER.name]: TEXT_WORKER.file,
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
    const { build } = await loadCompiler()
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

/** Compiles the program of the threads that work on large texts, for tests that run without a built server. */
export async function buildTextWorker() {
  const { build } = await loadCompiler()
  await build({
    ...COMPILER,
    entryPoints: { [TEXT_WORKER.name]: TEXT_WORKER.file },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
  })
}

import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode } from './check-node.mjs'

/**
 * Runs one of the project's TypeScript files: `node server/setup/run-typescript.mjs FILE ARGUMENTS…`. Node 20 can't, and
 * the file's imports begin with `@/`.
 */
checkNode()
const { runMain } = await import('./run-main.mjs')
const { prepare } = await import('./prepare.mjs')
const { projectRoot } = await import('./project-root.mjs')

await runMain(async () => {
  const [file, ...rest] = process.argv.slice(2)
  if (!file) {
    console.error('Usage: node server/setup/run-typescript.mjs FILE ARGUMENTS…')
    return 2
  }
  process.chdir(projectRoot)
  await prepare(['test-packages', 'client'], console.error)
  const [{ build }, { COMPILER }] = await Promise.all([import('esbuild'), import('./build/build-server.mjs')])
  const outfile = path.join(projectRoot, 'dist', 'run', `${file.replace(/\W+/g, '-')}.mjs`)
  await build({ ...COMPILER, entryPoints: [file], outfile })
  process.setSourceMapsEnabled(true)
  process.argv = [process.execPath, outfile, ...rest]
  await import(pathToFileURL(outfile).href)
  return Number(process.exitCode ?? 0)
})

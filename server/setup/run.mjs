import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode } from './check-node.mjs'

/** `node server/setup/run.mjs NAME ARGUMENTS…`: the commands of package.json for work on this project. */
checkNode()
const { prepare } = await import('./prepare.mjs')
const { projectRoot } = await import('./project-root.mjs')
const { runMain } = await import('./run-main.mjs')

/**
 * Each loads its code when it is called: some of it needs packages that are installed by then. Their results are exit codes.
 * @type {Record<string, (argv: string[]) => Promise<number | void>>}
 */
const COMMANDS = {
  advisories: async (argv) => {
    await prepare(['test-packages'], console.log)
    const { checkAdvisories } = await import('./advisories/check-advisories.mjs')
    return checkAdvisories(argv)
  },
  build: () => prepareAll(['packages', 'server', 'cli', 'pages'], console.log),
  check,
  cli: runCli,
  extension: buildExtension,
  lock: async () => (await import('./lock/complete-lock.mjs')).completeLock(),
  /** Brings the bundle up to date; `npm pack` in cli/ runs it first. */
  'pack-cli': () => prepareAll(['packages', 'cli'], console.error),
  package: packService,
  release: async (argv) => (await import('./package/check-release.mjs')).checkRelease(argv),
  sdk: async (argv) => (await import('./build/write-sdk.mjs')).writeSdk(argv),
  test: async (argv) => (await import('./tests/run-tests.mjs')).runTests(argv),
  'test:faults': async (argv) => (await import('./tests/run-faults.mjs')).runFaults(argv),
  'test:inngest': async (argv) => (await import('./tests/run-inngest-tests.mjs')).runInngestTests(argv),
  typescript: runTypescript,
}

/**
 * @param {readonly import('./prepare.mjs').Part[]} parts
 * @param {(line: string) => void} say
 */
async function prepareAll(parts, say) {
  process.chdir(projectRoot)
  await prepare(parts, say)
  return 0
}

async function check() {
  const { endToolsWithUs } = await import('./run-tool.mjs')
  const { runChecks } = await import('./tests/run-checks.mjs')
  endToolsWithUs()
  await prepare(['test-packages', 'scripts'], console.log, { endWithUs: false })
  return (await runChecks({ withTests: true })).length === 0 ? 0 : 1
}

/**
 * Runs the command line in the folder the person is in.
 * @param {string[]} argv
 */
async function runCli(argv) {
  const cli = await import('./build/build-cli.mjs')
  const folder = process.env.INIT_CWD ?? process.cwd()
  await prepareAll(['packages', 'cli'], console.error)
  process.chdir(folder)
  // The service on this machine keeps its own token for programs there.
  process.env.VERBATIM_DATA = path.resolve(projectRoot, process.env.VERBATIM_DATA || '.verbatim')
  await cli.runCli(argv)
}

/** Builds the browser extension, as a folder to load and as a zip. */
async function buildExtension() {
  const extension = await import('./build/build-extension.mjs')
  await prepare(['packages', 'client'], console.log)
  const { folder, archive } = await extension.buildExtension()
  console.log(`Load this folder in chrome://extensions: ${folder}`)
  console.log(`Packed ${archive}`)
  return 0
}

/** Packs the service as a tarball that starts with `npx`. */
async function packService() {
  const service = await import('./package/pack-service.mjs')
  await prepareAll(['packages', 'server', 'cli', 'pages'], console.error)
  console.error('Packing the service …')
  const folder = path.join(projectRoot, 'dist', 'package')
  fs.rmSync(folder, { recursive: true, force: true })
  const { tarball, contents } = await service.packService(folder)
  fs.rmSync(contents, { recursive: true })
  const megabytes = (fs.statSync(tarball).size / 1e6).toFixed(1)
  console.error(`Packed ${megabytes} MB. Start it with: npx ./${path.relative(projectRoot, tarball)}`)
  console.log(path.relative(projectRoot, tarball))
  return 0
}

/**
 * Runs one of the project's TypeScript files. Node 20 can't, and the file's imports begin with `@/`.
 * @param {string[]} argv
 */
async function runTypescript([file, ...rest]) {
  if (!file) {
    console.error('Usage: node server/setup/run.mjs typescript FILE ARGUMENTS…')
    return 2
  }
  await prepareAll(['test-packages', 'client'], console.error)
  const [{ build }, { COMPILER }] = await Promise.all([import('esbuild'), import('./build/build-server.mjs')])
  const outfile = path.join(projectRoot, 'dist', 'run', `${file.replace(/\W+/g, '-')}.mjs`)
  await build({ ...COMPILER, entryPoints: [file], outfile })
  process.setSourceMapsEnabled(true)
  process.argv = [process.execPath, outfile, ...rest]
  await import(pathToFileURL(outfile).href)
  return Number(process.exitCode ?? 0)
}

await runMain(async () => {
  const [name = '', ...argv] = process.argv.slice(2)
  const command = COMMANDS[name]
  if (command) return command(argv)
  console.error(`Usage: node server/setup/run.mjs ${Object.keys(COMMANDS).join('|')} ARGUMENTS…`)
  return 2
})

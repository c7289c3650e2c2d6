import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { runCli } from '../build/build-cli.mjs'
import { readLock } from '../lock/lock-file.mjs'
import { prepare } from '../prepare.mjs'
import { isPackage, projectRoot } from '../project-root.mjs'
import { asksForHelp } from '../read-options.mjs'

/**
 * A command that works on the database: prepares the folder, finds the running server's database or starts it for the
 * moment, and runs what is compiled as `dist/NAME.mjs`. Standard output is the command's alone.
 * @param {string} name
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function runDatabaseCommand(name, argv) {
  if (asksForHelp(argv)) return runCommand(name, argv)
  await prepareServer()
  const [{ openDatabase }, compiledCommand] = await Promise.all([compiled('database'), compiled(name)])
  const command = isPackage ? `verbatim ${name}` : `npm run ${name}`
  const database = await openDatabase(projectRoot, command, console.error)
  try {
    return await compiledCommand.main(argv, { databaseUrl: database.url })
  } finally {
    await database.close()
  }
}

/**
 * A command that needs no database, or the `USAGE` of any.
 * @param {string} name
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function runCommand(name, argv) {
  await prepareServer()
  const { main, USAGE } = await compiled(name)
  if (!asksForHelp(argv)) return main(argv, { databaseUrl: '' })
  console.log(USAGE)
  return 0
}

/**
 * A command about this machine. While a service for this machine alone runs on the data folder, the command line asks it, so
 * that both see the same. Otherwise it runs without a database.
 * @param {string} name
 * @param {string[]} argv
 * @returns {Promise<number | undefined>} the exit code, unless the command line sets it
 */
export async function runServedCommand(name, argv) {
  const dataDir = path.resolve(projectRoot, process.env.VERBATIM_DATA || '.verbatim')
  if (!isServed(dataDir)) return runCommand(name, argv)
  process.chdir(projectRoot)
  await prepare(['packages', 'cli'], console.error)
  process.env.VERBATIM_DATA = dataDir
  await runCli([name, ...argv])
}

async function prepareServer() {
  process.chdir(projectRoot)
  await prepare(['packages', 'server'], console.error)
  process.setSourceMapsEnabled(true)
}

/** @param {string} name */
function compiled(name) {
  return import(pathToFileURL(path.join(projectRoot, 'dist', `${name}.mjs`)).href)
}

/**
 * Whether a service runs on the data folder that the command line may act at: then both name the same URL.
 * @param {string} dataDir
 */
function isServed(dataDir) {
  const address = readLock(path.join(dataDir, 'lock'))?.info.address
  const access = path.join(dataDir, 'local-access.json')
  return address !== undefined && fs.existsSync(access) && JSON.parse(fs.readFileSync(access, 'utf8')).url === address
}

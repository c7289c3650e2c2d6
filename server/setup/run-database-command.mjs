import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { isPackage, projectRoot } from './project-root.mjs'

/**
 * A command that works on the database: prepares the folder, finds the running server's database or starts it for the
 * moment, and runs what is compiled as `dist/NAME.mjs`. Standard output is the command's alone.
 * @param {string} name
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function runDatabaseCommand(name, argv) {
  const say = (/** @type {string} */ line) => console.error(line)
  process.chdir(projectRoot)
  await prepare(['packages', 'client', 'server'], say)
  process.setSourceMapsEnabled(true)
  const [{ openDatabase }, compiledCommand] = await Promise.all([compiled('database'), compiled(name)])
  const command = isPackage ? `verbatim ${name}` : `npm run ${name}`
  const database = await openDatabase(projectRoot, command, say)
  try {
    return await compiledCommand.main(argv, { databaseUrl: database.url })
  } finally {
    await database.close()
  }
}

/**
 * A command that needs no database.
 * @param {string} name
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function runCommand(name, argv) {
  process.chdir(projectRoot)
  await prepare(['packages', 'client', 'server'], (line) => console.error(line))
  process.setSourceMapsEnabled(true)
  return (await compiled(name)).main(argv, { databaseUrl: '' })
}

/** @param {string} name */
function compiled(name) {
  return import(pathToFileURL(path.join(projectRoot, 'dist', `${name}.mjs`)).href)
}

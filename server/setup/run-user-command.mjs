import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { projectRoot } from './project-root.mjs'

/**
 * `npm run user`: prepares the folder, finds the running server's database or starts it for the moment, and runs the
 * command. Standard output is the command's alone.
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function runUserCommand(argv) {
  const say = (/** @type {string} */ line) => console.error(line)
  process.chdir(projectRoot)
  await prepare(['packages', 'client', 'server'], say)
  process.setSourceMapsEnabled(true)
  const [{ openDatabase }, user] = await Promise.all([compiled('database'), compiled('user')])
  const database = await openDatabase(projectRoot, say)
  try {
    return await user.main(argv, { databaseUrl: database.url })
  } finally {
    await database.close()
  }
}

/** @param {string} name */
function compiled(name) {
  return import(pathToFileURL(path.join(projectRoot, 'dist', `${name}.mjs`)).href)
}

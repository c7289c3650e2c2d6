import fs from 'node:fs'
import path from 'node:path'
import { installPythonPackages } from '../install/python-packages.mjs'
import { projectRoot } from '../project-root.mjs'
import { npmCommand, runOrFail } from '../run-tool.mjs'
import { buildPythonClient } from './build-python-client.mjs'

const USAGE = `Usage: npm run -s sdk [-- build]

Writes the types of the client packages in sdk from the OpenAPI document. With "build" it also packs them: a tarball for
npm, and a wheel and an sdist for Python if Python and its index can be reached.`

const OUTPUT = path.join(projectRoot, 'sdk', 'dist')

const say = (/** @type {string} */ line) => console.log(line)

async function generate() {
  const args = ['server/setup/run.mjs', 'typescript', 'sdk/generate/main.ts']
  await runOrFail('The types could not be written', process.execPath, args)
  say('The types of the client packages are up to date.')
}

async function packTypescript() {
  const { program, args } = npmCommand()
  const pack = [...args, 'pack', './sdk/typescript', '--pack-destination', OUTPUT]
  await runOrFail('The TypeScript client could not be packed', program, pack)
}

async function packPython() {
  await installPythonPackages(say)
  const missing = await buildPythonClient(OUTPUT)
  if (missing) say(`The Python client was not packed: ${missing}.`)
}

/**
 * `npm run sdk`: writes the client packages' types from the API; with `build` also makes tarball, wheel and sdist.
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function writeSdk([command, ...rest]) {
  if ((command !== undefined && command !== 'build') || rest.length > 0) {
    say(USAGE)
    return command === '--help' ? 0 : 2
  }
  await generate()
  if (command === 'build') {
    fs.rmSync(OUTPUT, { recursive: true, force: true })
    fs.mkdirSync(OUTPUT, { recursive: true })
    await packTypescript()
    await packPython()
    for (const name of fs.readdirSync(OUTPUT).sort()) say(`Packed sdk/dist/${name}`)
  }
  return 0
}

import fs from 'node:fs'
import path from 'node:path'
import { checkNode } from './check-node.mjs'

/** `npm run sdk`: writes the client packages' types from the API; with `build` also makes tarball, wheel and sdist. */
checkNode()
const { runMain } = await import('./run-main.mjs')
const { npmCommand } = await import('./npm-command.mjs')
const { projectRoot } = await import('./project-root.mjs')
const { runOrFail } = await import('./run-tool.mjs')
const { buildPythonClient } = await import('./build/build-python-client.mjs')
const { installPythonPackages } = await import('./install/python-packages.mjs')

const USAGE = `Usage: npm run -s sdk [-- build]

Writes the types of the client packages in sdk from the OpenAPI document. With "build" it also packs them: a tarball for
npm, and a wheel and an sdist for Python if Python and its index can be reached.`

const OUTPUT = path.join(projectRoot, 'sdk', 'dist')

const say = (/** @type {string} */ line) => console.log(line)

async function generate() {
  const args = ['server/setup/run-typescript.mjs', 'sdk/generate/main.ts']
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

await runMain(async () => {
  const [command, ...rest] = process.argv.slice(2)
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
})

import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '../project-root.mjs'
import { SetupError } from '../setup-error.mjs'
import { COMPILER } from './build-server.mjs'
import { loadCompiler } from './compiler.mjs'
import { doStep } from './stamp.mjs'

const CLI_BUNDLE = 'cli/dist/verbatim.cjs'
const NOTICES = 'cli/dist/THIRD-PARTY-LICENSES.txt'

const STEP = {
  name: 'cli',
  inputs: ['cli', 'lib', 'components', 'tsconfig.json', 'package-lock.json'],
  outputs: [CLI_BUNDLE, NOTICES],
}

/**
 * Bundles the command line with the packages it uses into one file, and their licenses into another.
 * @param {(line: string) => void} say
 */
export async function buildCli(say) {
  await doStep(STEP, async () => {
    say('Bundling the command line …')
    const { build } = await loadCompiler()
    try {
      const { metafile } = await build({
        ...COMPILER,
        entryPoints: ['cli/main.ts'],
        outfile: CLI_BUNDLE,
        packages: 'bundle',
        format: 'cjs',
        minify: true,
        sourcemap: false,
        metafile: true,
        banner: { js: '#!/usr/bin/env node' },
      })
      fs.writeFileSync(path.join(projectRoot, NOTICES), licensesOf(Object.keys(metafile.inputs)))
      fs.chmodSync(path.join(projectRoot, CLI_BUNDLE), 0o755)
    } catch (cause) {
      throw new SetupError('The command line could not be bundled.', { cause })
    }
  })
}

/**
 * Runs the bundled command line in this process.
 * @param {readonly string[]} argv
 */
export async function runCli(argv) {
  const bundle = path.join(projectRoot, CLI_BUNDLE)
  process.argv.splice(1, process.argv.length, bundle, ...argv)
  await import(pathToFileURL(bundle).href)
}

/**
 * The licenses of the packages that files belong to, which ask to go with every copy.
 * @param {string[]} files
 */
function licensesOf(files) {
  const names = files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])
  const packages = [...new Set(names)].sort()
  return packages.map((name) => `${name}\n\n${readLicense(path.join(projectRoot, 'node_modules', name))}`).join('\n\n')
}

/** @param {string} folder */
function readLicense(folder) {
  const file = fs.readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  if (!file) throw new Error(`${folder} has no license file`)
  return fs.readFileSync(path.join(folder, file), 'utf8')
}

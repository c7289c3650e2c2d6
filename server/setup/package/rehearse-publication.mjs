import fs from 'node:fs'
import path from 'node:path'
import { findPythonPackages } from '../install/python-packages.mjs'
import { runBounded } from '../run-bounded.mjs'
import { npmCommand, toolEnv } from '../run-tool.mjs'

const TIMEOUT_MS = 120_000
const NEEDS_SIGN_IN = /requires you to be logged in/
const PYTHON_FILE = /\.(?:whl|tar\.gz)$/

/**
 * Lets npm go through the publication of a tarball without publishing it. Offline, since a dry run asks the registry for earlier
 * versions. Returns what npm objects to.
 * @param {string} tarball
 * @returns {Promise<string[]>}
 */
export async function rehearseNpm(tarball) {
  const { program, args } = npmCommand()
  const publish = ['publish', tarball, '--dry-run', '--offline', '--ignore-scripts', '--access', 'public']
  const { code, output } = await runBounded(program, [...args, ...publish], { timeoutMs: TIMEOUT_MS, env: toolEnv() })
  const said = output.split('\n').filter((line) => /^npm (?:warn|error)/i.test(line) && !NEEDS_SIGN_IN.test(line))
  return code !== 0 && said.length === 0 ? [`npm publish ended with ${code}`] : said
}

/**
 * Checks the metadata of wheel and sdist in a folder as the index of Python packages does. Returns what it would refuse.
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
export async function rehearsePython(folder) {
  const found = await findPythonPackages('tools')
  if ('missing' in found) return [found.missing]
  const names = fs.readdirSync(folder).filter((name) => PYTHON_FILE.test(name))
  if (names.length < 2) return [`a wheel and an sdist are published, and there is ${names.join(', ') || 'neither'}`]
  const check = ['-m', 'twine', 'check', '--strict', ...names.map((name) => path.join(folder, name))]
  const env = toolEnv({ PYTHONPATH: found.folder, NO_COLOR: '1' })
  const { code, output } = await runBounded(found.python, check, { timeoutMs: TIMEOUT_MS, env })
  return code === 0 ? [] : output.trim().split('\n')
}

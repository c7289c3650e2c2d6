import path from 'node:path'
import { findPythonPackages } from '../install/python-packages.mjs'
import { projectRoot } from '../project-root.mjs'
import { runBounded } from '../run-bounded.mjs'
import { toolEnv } from '../run-tool.mjs'
import { SetupError } from '../setup-error.mjs'

const TIMEOUT_MS = 120_000

/** hatchling builds the project of the folder that it is in. */
const BUILD = `import os, sys
from hatchling.build import build_sdist, build_wheel
os.chdir(sys.argv[1])
build_wheel(sys.argv[2])
build_sdist(sys.argv[2])
`

/**
 * Builds wheel and sdist of the Python client into a folder. Returns why it can't be done here; null when it was done.
 * @param {string} folder
 * @returns {Promise<string | null>}
 */
export async function buildPythonClient(folder) {
  const found = await findPythonPackages('tools')
  if ('missing' in found) return found.missing
  const source = path.join(projectRoot, 'sdk', 'python')
  const env = toolEnv({ PYTHONPATH: found.folder, PYTHONDONTWRITEBYTECODE: '1' })
  const { code, output } = await runBounded(found.python, ['-c', BUILD, source, folder], { timeoutMs: TIMEOUT_MS, env })
  if (code !== 0) throw new SetupError(`The Python client could not be built.\n${output}`)
  return null
}

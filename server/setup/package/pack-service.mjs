import path from 'node:path'
import { npmCommand, runTool, toolEnv } from '../run-tool.mjs'
import { SetupError } from '../setup-error.mjs'
import { projectVersion } from './check-versions.mjs'
import { writePackage } from './write-package.mjs'

/**
 * Packs what was built as a tarball that starts with `npx`, into a folder. Returns the tarball and the
 * folder of what is in it.
 * @param {string} folder
 * @returns {Promise<{ tarball: string, contents: string }>}
 */
export async function packService(folder) {
  const contents = path.join(folder, 'contents')
  await writePackage(contents)
  const { program, args } = npmCommand()
  const pack = [...args, 'pack', contents, '--ignore-scripts', '--json', '--pack-destination', folder]
  const { code, output } = await runTool(program, pack, { env: toolEnv() })
  if (code !== 0) throw new SetupError(`The service could not be packed.\n${output}`)
  return { tarball: path.join(folder, `verbatim-${projectVersion()}.tgz`), contents }
}

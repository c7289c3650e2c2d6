import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Packs the TypeScript client and installs it into a folder, offline, as a project has it. Returns the files of the package. */
export async function packClient(folder: string): Promise<string[]> {
  const cwd = path.resolve('sdk/typescript')
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd })
  const [{ filename, files }] = JSON.parse(packed.stdout)
  await writeFile(path.join(folder, 'package.json'), '{"private": true, "type": "module"}')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', filename], { cwd: folder })
  return files.map((file: { path: string }) => file.path)
}

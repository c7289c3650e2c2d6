import { execFile } from 'node:child_process'
import path from 'node:path'
import { findPythonPackages, type PackageSet } from '@/server/setup/install/python-packages.mjs'

/** The options of a run of Python. `packages`: the sets of packages that it imports. */
type Run = { packages: PackageSet[]; folder: string; variables?: Record<string, string> }

/** The folder of the client's modules. */
export const PYTHON_SOURCES = path.resolve('sdk/python/src')

/** Why Python can't be run with these packages here; null: it can. */
export async function whyNoPython(packages: Run['packages']): Promise<string | null> {
  const found = await Promise.all(packages.map((name) => findPythonPackages(name)))
  return found.flatMap((one) => ('missing' in one ? [one.missing] : []))[0] ?? null
}

/** Runs Python on the client's sources, with nothing of this process's environment but where programs are. */
export async function runPython(args: string[], { packages, folder, variables = {} }: Run) {
  const found = await Promise.all(packages.map((name) => findPythonPackages(name)))
  const ready = found.flatMap((one) => ('missing' in one ? [] : [one]))
  const [first] = ready
  if (!first || ready.length < packages.length) throw new Error('Python or its packages are missing here.')
  const modules = [PYTHON_SOURCES, path.resolve('sdk/python/tests'), ...ready.map((one) => one.folder)]
  const env = {
    NODE_ENV: process.env.NODE_ENV,
    PATH: process.env.PATH,
    HOME: folder,
    PYTHONPATH: modules.join(path.delimiter),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUTF8: '1',
    ...variables,
  }
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(first.python, args, { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}` })
    })
  })
}

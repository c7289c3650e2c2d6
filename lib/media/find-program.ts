import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import { runProgram } from './run-program'

/** A program on this machine: its absolute path, and its version where it was asked for and told. */
export type Program = { path: string; version: string | null }

const SUFFIXES = process.platform === 'win32' ? ['.exe', ''] : ['']
const found = new Map<string, Program>()

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    // Not there or not ours to run: the next folder of PATH may have it.
    return false
  }
}

async function lookUp(name: string): Promise<string | null> {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    // A relative entry would run what happens to lie in the working folder.
    if (!path.isAbsolute(folder)) continue
    for (const suffix of SUFFIXES) {
      const file = path.join(folder, name + suffix)
      if (await isProgram(file)) return file
    }
  }
  return null
}

async function askVersion(file: string, versionArgs: readonly string[]): Promise<string | null> {
  const run = await runProgram(file, versionArgs, { timeoutMs: 10_000 })
  const firstLines = run.stdout.toString('utf8').slice(0, 500)
  return (/\bversion\s+(\S+)/i.exec(firstLines) ?? /(\d+(?:\.\d+)+\S*)/.exec(firstLines))?.[1] ?? null
}

/**
 * Looks a program up on PATH by its bare name, without a shell, and asks its version with `versionArgs` when given.
 * Null when it is not installed. What was found is remembered; what is missing is looked for anew each time, so that
 * installing it needs no restart.
 */
export async function findProgram(name: string, versionArgs?: readonly string[]): Promise<Program | null> {
  const known = found.get(name)
  if (known) return known
  const file = await lookUp(name)
  if (file === null) return null
  const program = { path: file, version: versionArgs ? await askVersion(file, versionArgs) : null }
  found.set(name, program)
  return program
}

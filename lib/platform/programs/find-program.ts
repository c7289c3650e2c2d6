import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import { runProgram } from './run-program'

/** A program on this machine: its absolute path, and its version where it was asked for and told. */
export type Program = { path: string; version: string | null }

const SUFFIXES = process.platform === 'win32' ? ['.exe', ''] : ['']
const VERSION_TIMEOUT_MS = 10_000
/** By name and by the PATH on which it was found. */
const found = new Map<string, string>()
const versions = new Map<string, string | null>()

/** Whether a file is a program that we may run. */
export async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    // Not there or not ours to run.
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
  const run = await runProgram(file, versionArgs, { timeoutMs: VERSION_TIMEOUT_MS })
  const firstLines = run.stdout.toString('utf8').slice(0, 500)
  return (/\bversion\s+(\S+)/i.exec(firstLines) ?? /(\d+(?:\.\d+)+\S*)/.exec(firstLines))?.[1] ?? null
}

async function versionOf(file: string, versionArgs: readonly string[]): Promise<string | null> {
  if (!versions.has(file)) versions.set(file, await askVersion(file, versionArgs))
  return versions.get(file) ?? null
}

/**
 * Looks a program up on PATH by its bare name, without a shell, and asks its version with `versionArgs` when given.
 * Null when it is not installed. What was found is remembered; what is missing is looked for anew each time, so that
 * installing it needs no restart.
 */
export async function findProgram(name: string, versionArgs?: readonly string[]): Promise<Program | null> {
  const key = `${name} ${process.env.PATH}`
  const file = found.get(key) ?? (await lookUp(name))
  if (file === null) return null
  found.set(key, file)
  return { path: file, version: versionArgs ? await versionOf(file, versionArgs) : null }
}

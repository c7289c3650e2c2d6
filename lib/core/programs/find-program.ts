import { findOnPath } from './find-on-path.mjs'
import { runProgram } from './run-program'

/** A program on this machine: its absolute path, and its version where it was asked for and printed. */
export type Program = { path: string; version: string | null }

const VERSION_TIMEOUT_MS = 10_000
/** By name and by the PATH on which it was found. */
const found = new Map<string, string>()
const versions = new Map<string, string | null>()

async function readVersion(file: string, versionArgs: readonly string[]): Promise<string | null> {
  const run = await runProgram(file, versionArgs, { timeoutMs: VERSION_TIMEOUT_MS })
  const firstLines = run.stdout.toString('utf8').slice(0, 500)
  return (/\bversion\s+(\S+)/i.exec(firstLines) ?? /((?<!\d)\d+(?:\.\d+)+\S*)/.exec(firstLines))?.[1] ?? null
}

async function versionOf(file: string, versionArgs: readonly string[]): Promise<string | null> {
  if (!versions.has(file)) versions.set(file, await readVersion(file, versionArgs))
  return versions.get(file) ?? null
}

/**
 * Finds a program on PATH by its bare name, without a shell, and asks its version with `versionArgs` when given.
 * Null when it is not installed. A found program is remembered; a missing one is searched for each time, so that
 * installing it needs no restart.
 */
export async function findProgram(name: string, versionArgs?: readonly string[]): Promise<Program | null> {
  const key = `${name} ${process.env.PATH}`
  const file = found.get(key) ?? findOnPath([name])
  if (file === null) return null
  found.set(key, file)
  return { path: file, version: versionArgs ? await versionOf(file, versionArgs) : null }
}

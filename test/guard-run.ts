import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

const MARK = 'VERBATIM_TEST_RUN'
/** A process that was just asked to end needs a moment. */
const GRACE_MS = 5_000
const CHECK_INTERVAL_MS = 50

type Left = { pid: number; command: string }

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has ended meanwhile, or belongs to another user.
    return ''
  }
}

/** The processes of a run by their environment, but for the runner, and for its own children if `sparesChildren`. */
function processesOf(run: string, sparesChildren: boolean): Left[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  // A program of the service, as PostgreSQL, gets the temporary folder and not the mark.
  const marks = [`\0TMPDIR=${run}\0`, `\0TMPDIR=${run}/`, `\0${MARK}=${path.basename(run)}\0`]
  return pids.flatMap((name) => {
    const environment = `\0${read(`/proc/${name}/environ`)}`
    if (!marks.some((mark) => environment.includes(mark))) return []
    const parent = /^PPid:\s+(\d+)$/m.exec(read(`/proc/${name}/status`))?.[1]
    if (name === String(process.pid) || (sparesChildren && parent === String(process.pid))) return []
    return [{ pid: Number(name), command: read(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim() }]
  })
}

function wait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** Ends what a run has left running. Returns what did not end by itself. The runner's workers end with it. */
function endProcesses(run: string): Left[] {
  const deadline = Date.now() + GRACE_MS
  let found = processesOf(run, true)
  while (found.length > 0 && Date.now() < deadline) {
    wait(CHECK_INTERVAL_MS)
    found = processesOf(run, true)
  }
  killProcesses(run, true)
  return found
}

function killProcesses(run: string, sparesChildren: boolean): void {
  const find = () => processesOf(run, sparesChildren)
  for (let left = find(); left.length > 0; left = find()) {
    for (const { pid } of left) kill(pid)
    wait(CHECK_INTERVAL_MS)
  }
}

function say(line: string): void {
  process.stderr.write(`✗ ${line}\n`)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Gives a run of tests one folder for all temporary files and ends every process that its tests started. A process that
 * is still running at the end, or a file that a test left, fails the run. Processes are found only where /proc exists.
 * An interrupted run ends them immediately and removes the `project`'s own temporary files.
 */
export default async function guardRun(project?: Pick<TestProject, 'tmpDir'>): Promise<void> {
  // A project's tests run in the run that another has begun.
  if (process.env[MARK]) return
  const run = mkdtempSync(path.join(tmpdir(), 'verbatim-run-'))
  // PostgreSQL, which runs as another user for root, has to get through.
  await chmod(run, 0o755)
  // A browser that plays sound creates a folder for the sound server and never removes it.
  const sound = path.join(run, 'pulse')
  Object.assign(process.env, { [MARK]: path.basename(run), TMPDIR: run, PULSE_RUNTIME_PATH: sound })
  const check = () => {
    const left = process.platform === 'linux' ? endProcesses(run) : []
    rmSync(sound, { recursive: true, force: true })
    const files = readdirSync(run)
    rmSync(run, { recursive: true, force: true, maxRetries: 5 })
    if (left.length === 0 && files.length === 0) return
    for (const { pid, command } of left) say(`left running by a test: process ${pid}, ${command}`)
    for (const file of files) say(`left behind by a test: ${path.join(run, file)}`)
    process.exitCode = 1
  }
  process.on('exit', check)
  const interrupt = () => {
    // Nothing else will stop its workers and its PostgreSQL.
    if (process.platform === 'linux') killProcesses(run, false)
    rmSync(run, { recursive: true, force: true, maxRetries: 5 })
    if (project) rmSync(project.tmpDir, { recursive: true, force: true })
    process.off('exit', check)
    process.exit(143)
  }
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt)
}

import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { singleton } from '../concurrency/singleton'
import { log } from '../log'
import { processIdentity } from './process-identity.mjs'

/** The variable in which a child and all that it starts carry the child's mark. */
export const MARK_VARIABLE = 'VERBATIM_CHILD'

const identitySchema = z.object({ pid: z.int().positive(), began: z.string().nullable() })

/** The file of one running child: enough to find it again, and to distinguish it from any other process. */
const recordSchema = z.object({
  mark: z.string().regex(/^[0-9a-f]{32}$/),
  program: z.string(),
  /** The service process that started it. */
  owner: identitySchema,
  /** Absent when the service died before it knew the child's pid. */
  child: identitySchema.optional(),
})
type ChildRecord = z.infer<typeof recordSchema>

/** A child's record while the child runs. */
export type OpenRecord = { mark: string; hasStarted: (pid: number) => void; close: () => void }

const settings = () => singleton<{ folder: string | null }>('child-records', () => ({ folder: null }))

/** Records each child started from now on in a folder: `endOrphans` can end it after this process has died. */
export function recordChildrenIn(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  settings().folder = folder
}

/** On a full disk the work itself fails soon enough, and says so better. */
function writeRecord(file: string, record: ChildRecord): void {
  try {
    writeFileSync(file, JSON.stringify(record), { mode: 0o600 })
  } catch (error) {
    log.warn('the record of a program could not be written', { program: record.program, error })
  }
}

const identityOf = (pid: number) => ({ pid, began: processIdentity(pid) })

/** Opens the record of a child before the child is started, so that a death in between loses nothing. */
export function openRecord(program: string): OpenRecord {
  const mark = randomBytes(16).toString('hex')
  const { folder } = settings()
  if (folder === null) return { mark, hasStarted: () => undefined, close: () => undefined }
  const file = path.join(folder, `${mark}.json`)
  const record: ChildRecord = { mark, program: path.basename(program), owner: identityOf(process.pid) }
  writeRecord(file, record)
  return {
    mark,
    hasStarted: (pid) => writeRecord(file, { ...record, child: identityOf(pid) }),
    close: () => rmSync(file, { force: true }),
  }
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    // A process that has ended or is another user's is not a child of this one.
    return ''
  }
}

/** The processes that carry a mark: a child and all that it started. Empty where there is no /proc. */
function processesMarked(mark: string): number[] {
  const entry = `${MARK_VARIABLE}=${mark}`
  const names = process.platform === 'linux' ? readdirSync('/proc') : []
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && `\0${environmentOf(pid)}`.includes(`\0${entry}\0`))
}

/** Sends SIGKILL to a process, or with a negative pid to a process group. Returns whether there was one. */
export function killProcess(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ESRCH' || code === 'EPERM') return false
    throw error
  }
}

export function endMarked(mark: string): boolean {
  return processesMarked(mark).map(killProcess).includes(true)
}

/** Whether a process still is the one that was written down, and not a later one with the same pid. */
function isStill({ pid, began }: z.infer<typeof identitySchema>): boolean {
  return began !== null && processIdentity(pid) === began
}

function endLeft({ mark, program, child }: ChildRecord): void {
  // Ends a group only while the child leads it: a reused number belongs to another process.
  const endedGroup = child !== undefined && isStill(child) && killProcess(-child.pid)
  const endedRest = endMarked(mark)
  if (endedGroup || endedRest) log.warn('ended a program that a killed service had left running', { program })
}

function readRecord(file: string): ChildRecord | null {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Cut short by the death of who wrote it: the child had not been started then.
    return null
  }
}

/**
 * Ends the children that services which died have left running, by the records in a folder, and removes those. The
 * children of a service that is alive stay, and so does every process that is not provably one of those children.
 */
export function endOrphans(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.json'))) {
    const file = path.join(folder, name)
    const record = readRecord(file)
    if (record && isStill(record.owner)) continue
    if (record) endLeft(record)
    rmSync(file, { force: true })
  }
}

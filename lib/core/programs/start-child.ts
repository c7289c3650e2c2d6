import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { singleton } from '../concurrency/singleton'
import { childEnvironment } from './child-environment.mjs'
import { endMarked, killProcess, MARK_VARIABLE, openRecord } from './child-records'

type ChildOptions = Pick<SpawnOptions, 'stdio' | 'serialization' | 'uid' | 'gid'> & {
  cwd?: string | undefined
  /** Added to the few variables a program needs. */
  env?: Readonly<Record<string, string>> | undefined
}

export type Child = {
  process: ChildProcess
  /** Ends it with SIGKILL, and all that it has started. */
  end: () => void
}

/** How long what a child has left behind may hold its output open after its own end. */
const HELD_OUTPUT_MS = 1_000

/** The children of this process, however many copies of this module there are. */
function runningChildren(): Set<Child> {
  return singleton('running-children', () => {
    const children = new Set<Child>()
    // A child leads a separate process group, so a Ctrl-C in the terminal reaches only us.
    process.once('exit', () => {
      for (const child of children) child.end()
    })
    return children
  })
}

/** Closes the streams of a child's output once no process of ours writes to them. */
function closeOutput(child: ChildProcess): void {
  for (const stream of child.stdio) stream?.destroy()
}

/**
 * Starts a program: without a shell, in a separate process group, with a small environment, and with a record by which
 * the next start of the service finds it if this one dies. All processes that it has started end with it: its `close`
 * comes soon after its `exit`, even if one of them holds its output open.
 */
export function startChild(program: string, args: readonly string[], options: ChildOptions): Child {
  const { cwd, env, ...rest } = options
  const record = openRecord(program)
  const started = spawn(program, args, {
    ...rest,
    cwd,
    env: childEnvironment({ ...env, [MARK_VARIABLE]: record.mark }),
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  const { pid } = started
  if (pid !== undefined) record.hasStarted(pid)

  const endGroup = () => {
    if (pid === undefined) return
    if (process.platform === 'win32') started.kill('SIGKILL')
    else killProcess(-pid)
  }
  const child: Child = {
    process: started,
    end: () => {
      endGroup()
      endMarked(record.mark)
    },
  }
  const children = runningChildren()
  children.add(child)
  let killTimer: NodeJS.Timeout | undefined
  const clear = () => {
    clearTimeout(killTimer)
    children.delete(child)
    record.close()
  }
  started.once('exit', () => {
    // The rest of its group keeps the group's number from being reused.
    endGroup()
    killTimer = setTimeout(() => {
      endMarked(record.mark)
      closeOutput(started)
    }, HELD_OUTPUT_MS)
  })
  started.once('close', clear)
  started.once('error', () => {
    if (pid === undefined) clear()
  })
  return child
}

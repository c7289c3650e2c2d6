import { startDeadline } from '@/lib/core/concurrency/start-deadline'

type Options = { idleMs: number; totalMs: number; signal: AbortSignal }

export type IdleDeadline = {
  /** Aborts when the time is up, and with the caller's own reason when that signal does. */
  signal: AbortSignal
  /** To be called whenever a part was sent or received. */
  movedOn: () => void
  stop: () => void
}

/** Waits no longer than `idleMs` for the next part of an exchange, and `totalMs` for all of it. Stop it at the end. */
export function startIdleDeadline({ idleMs, totalMs, signal }: Options): IdleDeadline {
  const silence = new AbortController()
  const timeoutError = (why: string) => new DOMException(why, 'TimeoutError')
  const late = () => timeoutError(`it was not over after ${totalMs} ms`)
  const deadline = startDeadline({ signals: [signal, silence.signal], timeoutMs: totalMs, late })
  const idle = setTimeout(() => silence.abort(timeoutError(`nothing was sent or answered for ${idleMs} ms`)), idleMs)
  return {
    signal: deadline.signal,
    movedOn: () => {
      idle.refresh()
    },
    stop: () => {
      clearTimeout(idle)
      deadline.stop()
    },
  }
}

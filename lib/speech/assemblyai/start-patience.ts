type Options = { idleMs: number; totalMs: number; signal: AbortSignal }

export type Patience = {
  /** Aborts when patience runs out, and with the caller's own reason when that signal does. */
  signal: AbortSignal
  /** To be called whenever a part was sent or came. */
  movedOn: () => void
  stop: () => void
}

/** Waits no longer than `idleMs` for the next part of an exchange, and `totalMs` for all of it. Stop it at the end. */
export function startPatience({ idleMs, totalMs, signal }: Options): Patience {
  const controller = new AbortController()
  const giveUp = (why: string) => controller.abort(new DOMException(why, 'TimeoutError'))
  const idle = setTimeout(giveUp, idleMs, `nothing was sent or answered for ${idleMs} ms`)
  const total = setTimeout(giveUp, totalMs, `it was not over after ${totalMs} ms`)
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    movedOn: () => {
      idle.refresh()
    },
    stop: () => {
      clearTimeout(idle)
      clearTimeout(total)
    },
  }
}

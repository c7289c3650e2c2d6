import type { WriteStream } from 'node:tty'
import { cutToColumns } from './cut-to-columns'

const REDRAW_MS = 100

/** Lines at the bottom of the terminal that change in place: one for each thing under way. */
export type Board = {
  /** Shows a thing's line, or takes it away. */
  set: (key: string, line: string | null) => void
  /** Prints something above the lines, for good. */
  above: (text: string) => void
  /** Takes the lines off the screen; they come back with the next change. */
  clear: () => void
}

/** Without a terminal (null) nothing is shown, and what goes above is written to standard error. */
export function createBoard(stream: WriteStream | null): Board {
  const lines = new Map<string, string>()
  let drawn = 0
  let timer: NodeJS.Timeout | undefined
  const clear = () => {
    clearTimeout(timer)
    timer = undefined
    if (drawn > 0) stream?.write(`\u001b[${drawn}A\u001b[0J`)
    drawn = 0
  }
  const draw = () => {
    if (!stream) return
    clear()
    const shown = [...lines.values()].slice(0, Math.max(1, stream.rows - 1))
    stream.write(shown.map((line) => `${cutToColumns(line, stream.columns - 1)}\n`).join(''))
    drawn = shown.length
  }
  return {
    set: (key, line) => {
      if (line === null) lines.delete(key)
      else lines.set(key, line)
      timer ??= setTimeout(draw, REDRAW_MS).unref()
    },
    above: (text) => {
      clear()
      process.stderr.write(text)
      if (lines.size > 0) draw()
    },
    clear,
  }
}

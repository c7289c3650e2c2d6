import type { WriteStream } from 'node:tty'
import { styleText } from 'node:util'
import { displayColumns, visitClusters } from '@/lib/captions/layout/columns'
import { printable } from './printable'

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

/** Standard output for results, standard error for everything else. */
export type Terminal = {
  /** Whether a person is at the terminal, who can be asked and shown progress bars. */
  isLive: boolean
  /** Prints a result as it is; control characters are left out only where a terminal would obey them. */
  write: (text: string) => Promise<void>
  /** Prints a line above the bars; nothing with `--json` and `--quiet`. */
  say: (line: string) => void
  /** Prints a line also with `--quiet`. */
  insist: (line: string) => void
  paint: (style: Style, text: string) => string
  board: Board
}

type TerminalOptions = { isSilent: boolean; noColor: boolean }

/** CI systems emulate terminals that no person watches. */
function isInteractive(env: NodeJS.ProcessEnv): boolean {
  return env.TERM !== 'dumb' && (!env.CI || env.CI === 'false')
}

/** Writes a result, and waits until it is sent. A reader that has disconnected ends the process: see `main`. */
async function writeOut(text: string): Promise<void> {
  const stream = process.stdout
  await new Promise<void>((resolve) => stream.write(stream.isTTY ? printable(text) : text, () => resolve()))
}

/** The terminal of this process. TERM=dumb and CI turn bars and colour off, NO_COLOR only colour. */
export function openTerminal({ isSilent, noColor }: TerminalOptions, env: NodeJS.ProcessEnv = process.env): Terminal {
  const isLive = process.stderr.isTTY === true && isInteractive(env)
  const isColoured = isLive && !env.NO_COLOR && !noColor
  const board = createBoard(isLive && !isSilent ? process.stderr : null)
  const insist = (line: string) => board.above(`${line}\n`)
  return {
    isLive,
    write: async (text) => {
      board.clear()
      await writeOut(text)
    },
    say: (line) => (isSilent ? undefined : insist(line)),
    insist,
    paint: (style, text) => (isColoured ? styleText(style, text) : text),
    board,
  }
}

const REDRAW_MS = 100

/** Lines at the bottom of the terminal that change in place: one for each thing under way. */
type Board = {
  /** Shows a thing's line, or takes it away. */
  set: (key: string, line: string | null) => void
  /** Prints something above the lines, where it stays. */
  above: (text: string) => void
  /** Removes the lines from the screen until the next change. */
  clear: () => void
}

/** Without a terminal (null) nothing is shown, and what goes above is written to standard error. */
function createBoard(stream: WriteStream | null): Board {
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

/** A line cut to so many columns of a terminal, with an ellipsis where something is missing. */
export function cutToColumns(line: string, columns: number): string {
  if (displayColumns(line) <= columns) return line
  let end = 0
  let taken = 1
  visitClusters(line, 0, line.length, (position, width) => {
    taken += width
    if (taken <= columns) end = position
  })
  return `${line.slice(0, end)}…`
}

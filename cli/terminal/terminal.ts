import { styleText } from 'node:util'
import { type Board, createBoard } from './board'
import { printable } from './printable'

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

/** Standard output for results, standard error for everything else. */
export type Terminal = {
  /** Whether somebody sits there who can be asked and shown bars. */
  isLive: boolean
  /** Prints a result as it is; control characters are left out only where a terminal would obey them. */
  write: (text: string) => Promise<void>
  /** Tells the person something, above the bars; with `--json` and `--quiet` nothing. */
  say: (line: string) => void
  /** Tells the person what can't be left out. */
  insist: (line: string) => void
  paint: (style: Style, text: string) => string
  board: Board
}

type TerminalOptions = { isSilent: boolean; noColor: boolean }

/** CI systems pretend to be terminals, but nobody watches them. */
function isInteractive(env: NodeJS.ProcessEnv): boolean {
  return env.TERM !== 'dumb' && (!env.CI || env.CI === 'false')
}

/** Writes a result, and waits until it has gone. A reader that has gone away ends the process: see `main`. */
async function writeOut(text: string): Promise<void> {
  const stream = process.stdout
  await new Promise<void>((resolve) => stream.write(stream.isTTY ? printable(text) : text, () => resolve()))
}

/** The terminal this process runs in: colour and bars only where somebody sees them (NO_COLOR, TERM=dumb and CI). */
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

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CLI, cliEnv } from './run-cli'

export type TerminalRun = {
  /** Settled once the screen has shown what is looked for. */
  shown: (wanted: RegExp) => Promise<RegExpExecArray>
  /** The keys of a person; `\u0003` is Ctrl-C. */
  type: (keys: string) => void
  /** The exit code and everything that was shown, control sequences and all. */
  end: Promise<{ code: number | null; screen: string }>
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

/**
 * Runs the bundled command line in a pseudo-terminal of 80 columns, by `script` of util-linux, which is on every Debian.
 */
export function runInTerminal(args: readonly string[], env: Record<string, string> = {}): TerminalRun {
  const words = [process.execPath, CLI, ...args].map(quote).join(' ')
  const command = `stty cols 80 rows 24; ${words}`
  const child = spawn('script', ['--quiet', '--return', '--echo', 'never', '--command', command, '/dev/null'], {
    env: { ...cliEnv(env), TERM: env.TERM ?? 'xterm-256color', SHELL: '/bin/sh' },
  })
  let screen = ''
  const hear = (chunk: unknown) => {
    screen += chunk
    child.emit('shown')
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const shown = async (wanted: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = wanted.exec(screen)
      if (found) return found
      await once(child, 'shown')
    }
  }
  const gather = async () => {
    await once(child, 'close')
    return { code: child.exitCode, screen }
  }
  return { shown, type: (keys) => child.stdin.write(keys), end: gather() }
}

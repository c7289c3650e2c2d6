import { createInterface } from 'node:readline'
import type { Context } from '../context'
import { Failure } from '../failure/failure'

/** A line that the person types; empty where they end the input instead. Ctrl-C is passed on. */
function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  return new Promise((resolve) => {
    lines.once('close', () => resolve(''))
    lines.once('SIGINT', () => {
      process.stderr.write('\n')
      process.kill(process.pid, 'SIGINT')
      lines.close()
    })
    lines.question(question, (answer) => {
      resolve(answer.trim())
      lines.close()
    })
  })
}

/** Asks for confirmation. Without a terminal (a pipe, --json) throws `usage`, which says to add --yes. */
export async function confirm({ terminal, json, signal }: Context, question: string): Promise<boolean> {
  if (!terminal.isLive || json || !process.stdin.isTTY) {
    throw new Failure('usage', `${question} Add --yes to confirm.`)
  }
  const answer = await ask(`${question} [y/N] `)
  signal.throwIfAborted()
  return /^y(?:es)?$/i.test(answer)
}

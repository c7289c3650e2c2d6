import { writeFileSync } from 'node:fs'
import os from 'node:os'

/** Lets the server go first where processor or memory are short: for a child, at its start. */
export function stepBack() {
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '900')
  } catch (error) {
    process.stderr.write(`Not allowed to step back: ${error}\n`)
  }
}

import { getSystemErrorMap } from 'node:util'
import { Failure } from './failure'

/** The failure to write a result. `target`: the name that the person knows it by. */
export function unwritable(target: string, error: NodeJS.ErrnoException): Failure {
  const [, reason] = getSystemErrorMap().get(error.errno ?? 0) ?? []
  return new Failure('output_unwritable', `${target} can't be written: ${reason ?? error.message}.`, { cause: error })
}

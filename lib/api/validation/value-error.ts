import type { PydanticError } from './pydantic-error'

/** What pydantic makes of a validator's own sentence. */
export function valueError(message: string): PydanticError {
  return { type: 'value_error', msg: `Value error, ${message}`, ctx: { error: {} } }
}

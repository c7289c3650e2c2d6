/** An error that ends a command, in words for the user: shown without a stack. */
export class SetupError extends Error {
  /**
   * @param {string} message
   * @param {{ cause?: unknown, exitCode?: number }} [options]
   */
  constructor(message, { cause, exitCode = 1 } = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'SetupError'
    this.exitCode = exitCode
  }
}

/**
 * The code of a system error, such as `ENOENT`; the empty string when it has none.
 * @param {unknown} error
 */
export function errorCode(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

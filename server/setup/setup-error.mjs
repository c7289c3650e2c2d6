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

/** What keeps a command from going on, in words for whoever started it: shown without a stack. */
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

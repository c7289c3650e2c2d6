/** Ends a command that has printed everything already, with this exit code. */
export class ExitWithCode extends Error {
  override readonly name = 'ExitWithCode'
  readonly exitCode: number

  constructor(exitCode: number) {
    super(`ends with ${exitCode}`)
    this.exitCode = exitCode
  }
}

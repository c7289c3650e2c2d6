/** Ends a command that has told everything already, with this exit code. */
export class ExitWithCode extends Error {
  override readonly name = 'Told'
  readonly exitCode: number

  constructor(exitCode: number) {
    super(`ends with ${exitCode}`)
    this.exitCode = exitCode
  }
}

/**
 * Runs a command's main function. When it returns an exit code the process ends, whatever timers a library has left; when it
 * returns nothing, what it has started runs on. A `SetupError` is printed by its message, any other error with its
 * stack.
 * @param {() => Promise<number | void>} main
 */
export async function runMain(main) {
  try {
    const code = await main()
    if (code !== undefined) process.exit(code)
  } catch (error) {
    // By name: compiled code has its own copy of the class.
    const foreseen = error instanceof Error && error.name === 'SetupError'
    console.error(foreseen ? `\n${error.message}` : error)
    process.exit(foreseen && 'exitCode' in error ? Number(error.exitCode) : 1)
  }
}

/** What finding programs, their libraries and a place for temporary files takes. */
const PASSED_VARIABLES = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'TMPDIR', 'SystemRoot']

/**
 * The environment of a child process: the service's secrets stand in its own, so a child gets a few named variables, and
 * what else it is given, and no more.
 */
export function childEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const passed = PASSED_VARIABLES.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(passed), NODE_ENV: process.env.NODE_ENV, LC_ALL: 'C.UTF-8', ...extra }
}

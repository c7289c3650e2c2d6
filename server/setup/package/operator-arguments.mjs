import path from 'node:path'

/** Options of operations that name a file or folder, which may follow in the same argument. */
const PATH_OPTION = /^--(?:export|probes)(?:=(.+))?$/s

/**
 * Whether the command line runs a command in place of this machine's own operation: models and doctor of another server are asked
 * for there. What else an operator does is done on this machine, whichever server the command line asks.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} [env]
 */
export function asksServer(name, args, env = process.env) {
  if (name !== 'models' && name !== 'doctor') return false
  return Boolean(env.VERBATIM_URL) || args.some((arg) => /^--server(?:=|$)/.test(arg))
}

/**
 * The arguments of an operation, which runs in the package's folder: paths are relative to the user's folder.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {string} [folder] The user's folder
 */
export function operatorArguments(name, args, folder = process.cwd()) {
  const resolve = (/** @type {string} */ file) => path.resolve(folder, file)
  if (name === 'backup' || name === 'restore') {
    return args.map((arg) => (/^(?:-|verify$)/.test(arg) ? arg : resolve(arg)))
  }
  return args.map((arg, at) => {
    const file = PATH_OPTION.exec(arg)?.[1]
    if (file !== undefined) return `${arg.slice(0, -file.length)}${resolve(file)}`
    const before = PATH_OPTION.exec(args[at - 1] ?? '')
    return before && before[1] === undefined ? resolve(arg) : arg
  })
}

/** Variables by which programs find other programs, libraries and a folder for temporary files. */
const NEEDED = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'TMPDIR', 'SystemRoot']

/**
 * Variables of package managers and build steps besides: the user's home and terminal, proxies and certificates, and
 * the settings of the package managers themselves.
 */
const NEEDED_TO_INSTALL =
  /^(?:HOME|USER|LOGNAME|SHELL|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|CI|LANG|LC_\w+|TZ|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|(?:HTTP|HTTPS|ALL|NO)_PROXY|XDG_\w+|(?:NPM_CONFIG|PIP|APT|DEBIAN|HOMEBREW|COREPACK|PRISMA|NEXT)_\w+)$/i

/**
 * The environment of a child process: listed variables and `extra`, nothing else. The service's environment holds its
 * secrets, and any process of the same user can read a child's environment.
 *
 * `program`: a program that the service runs while it works. `install`: a package manager or build step of the
 * operator's command.
 * @param {Readonly<Record<string, string>>} [extra]
 * @param {'program' | 'install'} [kind]
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment(extra = {}, kind = 'program') {
  const isPassed = (/** @type {string} */ name) =>
    NEEDED.includes(name) || (kind === 'install' && NEEDED_TO_INSTALL.test(name))
  const passed = Object.entries(process.env).filter(([name, value]) => value !== undefined && isPassed(name))
  // Installing leaves NODE_ENV out: npm would skip what building needs, and Next would build for development.
  const own = kind === 'program' ? { NODE_ENV: process.env.NODE_ENV, LC_ALL: 'C.UTF-8' } : {}
  return /** @type {NodeJS.ProcessEnv} */ ({ ...Object.fromEntries(passed), ...own, ...extra })
}

/**
 * Our own environment for a tool, but for NODE_ENV: npm would leave out what building needs, Next build for development.
 * @param {Record<string, string>} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnv(extra = {}) {
  const env = { ...process.env, ...extra }
  Reflect.deleteProperty(env, 'NODE_ENV')
  return env
}

import { childEnvironment } from '../../lib/core/programs/child-environment.mjs'

/**
 * The environment of a package manager or a build step.
 * @param {Record<string, string>} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnv(extra = {}) {
  return childEnvironment(extra, 'install')
}

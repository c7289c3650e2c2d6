const { Module } = require('node:module')
const path = require('node:path')

/**
 * Loaded before the command line of Prisma: its `generate` needs nothing of what it loads for a database browser and a
 * development database, 100 MB of packages. They are not installed (`overrides` in package.json) and appear empty.
 */
const NOT_INSTALLED = /^(?:@prisma\/(?:dev|studio-core)|mysql2|postgres)(?:\/|$)/

/** What its reader of configuration files would find, for which it brings 40 MB of packages. */
const config = { schema: path.resolve('prisma/schema'), loadedFromFile: null }
const CONFIG = {
  loadConfigFromFile: async () => ({ config, resolvedPath: null, diagnostics: [] }),
  defaultTestConfig: () => config,
}

const load = Module._load
Module._load = (request, ...rest) => {
  if (request === '@prisma/config') return CONFIG
  return NOT_INSTALLED.test(request) ? {} : load(request, ...rest)
}

const { Module } = require('node:module')
const path = require('node:path')

/**
 * This file is loaded before Prisma's command line. That loads 100 MB of packages for a database browser and a development
 * database, of which `generate` uses nothing. They are not installed (`overrides` in package.json), and are empty modules here.
 */
const NOT_INSTALLED = /^(?:@prisma\/(?:dev|studio-core)|mysql2|postgres)(?:\/|$)/

/** The configuration. Prisma's own reader of configuration files needs 40 MB of packages and is not installed. */
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

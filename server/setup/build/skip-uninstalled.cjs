const { Module } = require('node:module')

/**
 * Loaded before the command line of Prisma: its `generate` needs nothing of what it loads for a database browser and a
 * development database, 100 MB of packages. They are not installed (`overrides` in package.json) and appear empty.
 */
const NOT_INSTALLED = /^(?:@prisma\/(?:dev|studio-core)|mysql2|postgres)(?:\/|$)/

const load = Module._load
Module._load = (request, ...rest) => (NOT_INSTALLED.test(request) ? {} : load(request, ...rest))

const { Module, createRequire } = require('node:module')
const path = require('node:path')

/**
 * This file is loaded before Next's build. Even where types are not checked (`ignoreBuildErrors`), that looks for TypeScript and the
 * types of React, and installs them where they are missing. `npm run check` checks types, and `npm start` installs neither.
 */
const file = createRequire(path.resolve('package.json')).resolve('next/dist/build/type-check')
require.cache[file] = Object.assign(new Module(file), { loaded: true, exports: { startTypeChecking: async () => {} } })

/*
 * Given to Node as text (`--eval`), so that Node needs to read no file. Runs the script on standard input in a realm
 * that has only the language, and writes what the script passed to `console.log`. The process then ends immediately, so
 * that deferred work, such as promise callbacks, never runs. Its argument: the time limit of the script, in seconds.
 */
;(() => {
  'use strict'

  const { readFileSync, writeSync } = require('node:fs')
  const vm = require('node:vm')

  const SHOWN_CHARACTERS = 200

  /** Makes `console.log` in the realm of the script. Its value gives what was logged, as one string. */
  const PRELUDE = `(() => {
    let logged = ''
    globalThis.console = { log: (text) => { logged += text + '\\n' } }
    return () => logged
  })()`

  const timeout = Number(process.argv[1]) * 1000
  const exit = process.reallyExit.bind(process)
  const toBytes = Buffer.from

  function end(code, text) {
    const bytes = toBytes(text)
    for (let at = 0; at < bytes.length; ) at += writeSync(code === 0 ? 1 : 2, bytes, at)
    exit(code)
  }

  /** A script that gets hold of an object of this realm finds nothing in it either. */
  function emptyThisRealm(realm) {
    const ofTheLanguage = new Set(vm.runInContext('Object.getOwnPropertyNames(globalThis).join()', realm).split(','))
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (!ofTheLanguage.has(name) || name === 'console' || name === 'WebAssembly') delete globalThis[name]
    }
  }

  const realm = vm.createContext(Object.create(null), { codeGeneration: { strings: true, wasm: false } })
  const logged = vm.runInContext(PRELUDE, realm)
  const script = readFileSync(0, 'utf8')
  emptyThisRealm(realm)
  try {
    vm.runInContext(script, realm, { timeout })
  } catch (error) {
    // Objects of the script are not read: that would run its code again.
    end(1, `The script failed${typeof error === 'string' ? `: ${error.slice(0, SHOWN_CHARACTERS)}` : ''}.\n`)
  }
  end(0, logged())
})()

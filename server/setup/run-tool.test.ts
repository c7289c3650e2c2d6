import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** A start that installs a tool forever, then notes a failure and continues with the next tool. */
const SETUP = `
  import { endToolsWithUs, runTool } from './server/setup/run-tool.mjs'
  import { noteFailure } from './server/setup/install/failed-installation.mjs'
  endToolsWithUs()
  const run = (code) => runTool(process.execPath, ['-e', code], { show: true })
  const forever = 'setInterval(() => {}, 1000); console.log("runs")'
  const slow = run(forever)
  const last = run("process.on('SIGTERM', () => setTimeout(process.exit, 500));" + forever)
  const { code } = await slow
  noteFailure(process.argv[1], 'it ended with ' + code)
  await run('console.log("runs")').catch(({ message }) => console.log(message))
  await last`

test('a set-up that is interrupted ends its tools, starts no other, and notes no failure', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-tools-'))
  const note = path.join(folder, 'failed')
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SETUP, note], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    if (said === 'runs\nruns\n') child.kill('SIGTERM')
  }
  expect(await ended).toEqual([143, null])
  expect(said).toMatch(/^runs\nruns\n\S+ is not run: this process is being stopped\.\n$/)
  expect(existsSync(note)).toBe(false)
  await rm(folder, { recursive: true })
})

/** A tool with a time limit that takes for ever, and one that would follow. */
const BOUNDED = `
  import { runBounded } from './server/setup/run-bounded.mjs'
  import { endTools } from './server/setup/run-tool.mjs'
  const slow = runBounded('/bin/sh', ['-c', 'exec sleep 600'], { timeoutMs: 600_000 })
  await endTools()
  console.log((await slow).output)
  console.log((await runBounded('/bin/echo', ['runs'], { timeoutMs: 600_000 })).output)`

test('tools with a time limit are ended too, and none is started after it', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', BOUNDED], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect(await text(child.stdout)).toBe(
    '/bin/sh was ended by SIGTERM\n/bin/echo is not run: this process is being stopped.\n',
  )
})

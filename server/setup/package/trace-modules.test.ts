import { expect, test } from 'vitest'
import { traceSetup } from './trace-modules.mjs'

test('the package has the modules that its set-up reaches, and nothing that builds packages, tests or publishes', async () => {
  const files = await traceSetup('server/setup/installed.mjs')
  const names = files
    .filter((file) => file.startsWith('server/setup/'))
    .map((file) => file.slice('server/setup/'.length))
  for (const name of [
    'installed',
    'start-service',
    'operators/commands',
    'operators/yt-dlp',
    'install/pip',
    'package/data-folder',
  ]) {
    expect(names).toContain(`${name}.mjs`)
  }
  expect(files).toContain('lib/core/programs/watch-run.mjs')
  expect(names.filter((name) => /^(?:run|start)\.mjs$/.test(name))).toEqual([])
  expect(names.filter((name) => name.startsWith('tests/') || name.endsWith('.ts'))).toEqual([])
  expect(names.filter((name) => name.startsWith('package/'))).toEqual([
    'package/data-folder.mjs',
    'package/operator-arguments.mjs',
  ])
})

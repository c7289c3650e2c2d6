import { runTool, toolEnv } from '../run-tool.mjs'

/** The static checks, each the entry file of a tool in node_modules with its arguments. */
const STATIC_CHECKS = [
  {
    name: 'format and lint (Biome)',
    tool: '@biomejs/biome/bin/biome',
    args: ['check', '--error-on-warnings', '--colors=off'],
  },
  { name: 'promises and switches (oxlint)', tool: 'oxlint/bin/oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types (TypeScript)', tool: 'typescript/bin/tsc', args: ['-p', '.'] },
  { name: 'what nobody uses (knip)', tool: 'knip/bin/knip.js', args: ['--no-progress'] },
]

/** Unit tests that look at all sources. */
const CHECKING_TESTS = [
  {
    name: 'who may import whom, plain words',
    tool: 'vitest/vitest.mjs',
    args: ['run', '--project', 'unit', 'test/architecture.test.ts', 'test/wording.test.ts'],
  },
  {
    name: 'patterns of linear time (scslre)',
    tool: 'vitest/vitest.mjs',
    args: ['run', '--project', 'unit', 'test/regular-expressions'],
  },
  {
    name: 'OpenAPI document (Redocly)',
    tool: 'vitest/vitest.mjs',
    args: ['run', '--project', 'unit', 'lib/api/lint-openapi.test.ts'],
  },
]

/**
 * Runs all static checks at the same time and shows what those say that fail. Returns their names.
 * @param {{ withTests: boolean }} options `withTests`: the unit tests that look at all sources, too
 * @returns {Promise<string[]>}
 */
export async function runChecks({ withTests }) {
  // The types of the pages' addresses, which TypeScript needs, follow from the folders in app.
  const { code, output } = await runTool(process.execPath, ['node_modules/next/dist/bin/next', 'typegen'], {
    env: toolEnv(),
  })
  if (code !== 0) {
    console.log(`\n${output.trim()}\n\n✗ addresses of the pages (Next)`)
    return ['addresses of the pages (Next)']
  }
  const checks = [...STATIC_CHECKS, ...(withTests ? CHECKING_TESTS : [])]
  const passed = await Promise.all(checks.map(runCheck))
  return checks.filter((_, index) => !passed[index]).map(({ name }) => name)
}

/** @param {(typeof STATIC_CHECKS)[number]} check */
async function runCheck({ name, tool, args }) {
  const begin = performance.now()
  const { code, output } = await runTool(process.execPath, [`node_modules/${tool}`, ...args], {
    env: toolEnv({ NO_COLOR: '1' }),
  })
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  if (code !== 0) console.log(`\n${output.trim()}\n`)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  return code === 0
}

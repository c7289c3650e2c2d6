import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { findLocked, markDevelopment, neededPackages } from './development-packages.mjs'

const named = z.record(z.string(), z.string()).default({})
const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        dependencies: named,
        optionalDependencies: named,
        peerDependencies: named,
        peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
        dev: z.boolean().optional(),
        devOptional: z.boolean().optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const needed = neededPackages(lock.packages)

test('a package beside another, or further up, is needed if a needed one depends on it', () => {
  const packages = {
    '': { dependencies: { a: '1.0.0' }, devDependencies: { tool: '1.0.0' } },
    'node_modules/a': { dependencies: { b: '2.0.0', c: '1.0.0' }, peerDependencies: { tool: '*' } },
    'node_modules/a/node_modules/b': { optionalDependencies: { d: '1.0.0', gone: '1.0.0' } },
    'node_modules/b': {},
    'node_modules/c': {},
    'node_modules/d': {},
    'node_modules/tool': {},
  }
  expect([...neededPackages(packages)].sort()).toEqual([
    '',
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
    'node_modules/d',
  ])
})

test('a package that is not needed is marked, in place of npm’s mark, and the rest stays as it is', () => {
  const packages = {
    '': { dependencies: { a: '1.0.0' } },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/build': { version: '1.0.0', optional: true, os: ['linux'] },
    'node_modules/tool': { version: '1.0.0', devOptional: true, license: 'MIT' },
    'node_modules/z': { version: '1.0.0', dev: true, license: 'MIT' },
  }
  expect(JSON.stringify(markDevelopment(packages))).toBe(
    JSON.stringify({
      ...packages,
      'node_modules/build': { version: '1.0.0', dev: true, optional: true, os: ['linux'] },
      'node_modules/tool': { version: '1.0.0', dev: true, license: 'MIT' },
    }),
  )
})

test('the lock file says of each package whether running needs it', () => {
  const marked = Object.entries(lock.packages).filter(([, { dev }]) => dev)
  expect(marked.map(([place]) => place).sort()).toEqual(
    Object.keys(lock.packages)
      .filter((place) => !needed.has(place))
      .sort(),
  )
  expect(Object.values(lock.packages).filter(({ devOptional }) => devOptional)).toEqual([])
})

test('peer packages of needed packages are needed, too: another package depends on them', () => {
  expect(needed.size).toBeGreaterThan(300)
  for (const place of needed) {
    const { peerDependencies = {}, peerDependenciesMeta = {} } = lock.packages[place] ?? {}
    for (const name of Object.keys(peerDependencies)) {
      if (peerDependenciesMeta[name]?.optional) continue
      const found = findLocked(lock.packages, place, name)
      expect([place, name, found !== null && needed.has(found)]).toEqual([place, name, true])
    }
  }
})

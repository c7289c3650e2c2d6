import { appendFileSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, TestRunner } from 'vitest'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The file with what the tests that are not deep have exercised, a name in each line. */
    exercisedFile: string
  }
}

/** Whether the present test is left to `npm test -- --all`, by the name of its file or by its tag. */
function isDeepTest(): boolean {
  return Boolean(expect.getState().testPath?.includes('.deep.') || TestRunner.getCurrentTest()?.tags?.includes('deep'))
}

/** Notes what the present test exercises. What only deep tests exercise does not count. */
export function noteExercised(names: readonly string[]): void {
  if (isDeepTest()) return
  appendFileSync(inject('exercisedFile'), names.map((name) => `${name}\n`).join(''))
}

/** Whether all files of a project were run, with all their tests, and passed. */
async function isWhole(project: TestProject): Promise<boolean> {
  if (project.vitest.config.testNamePattern) return false
  const modules = project.vitest.state.getTestModules().filter((module) => module.project.name === project.name)
  const passed = new Set(modules.filter((module) => module.ok()).map(({ moduleId }) => moduleId))
  const { testFiles } = await project.globTestFiles()
  return testFiles.every((file) => passed.has(file))
}

/** For a global setup: the returned teardown fails a whole run in which no test that is not deep exercised a wanted name. */
export async function requireExercised(project: TestProject, wanted: readonly string[]): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-exercised-'))
  const file = path.join(folder, 'names')
  await writeFile(file, '')
  project.provide('exercisedFile', file)
  return async () => {
    const exercised = new Set(readFileSync(file, 'utf8').split('\n'))
    await rm(folder, { recursive: true })
    const missing = wanted.filter((name) => !exercised.has(name))
    if (missing.length === 0 || !(await isWhole(project))) return
    process.stderr.write(`✗ only deep tests exercise ${missing.join(', ')}: add a test that npm test runs\n`)
    // Vitest only logs what a teardown throws.
    process.exitCode = 1
  }
}

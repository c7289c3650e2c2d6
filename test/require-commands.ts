import { readFile } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { requireExercised } from './exercised'

/** Every command of the command line is run, as its manual lists them. */
export default async function requireCommands(project: TestProject): Promise<() => Promise<void>> {
  const manual = await readFile('docs/cli.md', 'utf8')
  const listed = [...manual.matchAll(/^### (verbatim .+)$/gm)].map(([, command = '']) => command)
  const isGroup = (command: string) => listed.some((other) => other.startsWith(`${command} `))
  return requireExercised(
    project,
    listed.filter((command) => !isGroup(command)),
  )
}

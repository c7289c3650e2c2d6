import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { runOrFail, toolEnv } from '../run-tool.mjs'
import { doStep } from './stamp.mjs'

const PROGRAM = 'server/setup/build/write-client.mjs'

const STEP = {
  name: 'client',
  inputs: ['prisma/schema', PROGRAM, 'package-lock.json'],
  outputs: ['lib/core/generated/prisma/client.ts'],
}

/**
 * Generates the database client from prisma/schema.
 * @param {(line: string) => void} say
 */
export async function generateClient(say) {
  await doStep(STEP, async () => {
    say('Generating the database client …')
    await runOrFail('The database client could not be generated', process.execPath, [PROGRAM], toolEnv())
    // The folder is left out of what TypeScript watches: what it remembers would be of the client before.
    fs.rmSync(path.join(projectRoot, 'dist', '.tsbuildinfo'), { force: true })
  })
}

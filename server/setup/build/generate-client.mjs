import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { runOrFail } from '../run-tool.mjs'
import { toolEnv } from '../tool-env.mjs'
import { doStep } from './stamp.mjs'

const STEP = {
  name: 'client',
  inputs: ['prisma/schema', 'server/setup/build/skip-uninstalled.cjs', 'package-lock.json'],
  outputs: ['lib/platform/generated/prisma/client.ts'],
}

/**
 * Generates the database client from prisma/schema. Prisma wants an engine that it would have to download and does not
 * use here: any program will do.
 * @param {(line: string) => void} say
 */
export async function generateClient(say) {
  await doStep(STEP, async () => {
    say('Generating the database client …')
    const env = toolEnv({
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    })
    const args = [
      '--require',
      './server/setup/build/skip-uninstalled.cjs',
      'node_modules/prisma/build/index.js',
      'generate',
    ]
    await runOrFail('The database client could not be generated', process.execPath, args, env)
    // The folder is left out of what TypeScript watches: what it remembers would be of the client before.
    fs.rmSync(path.join(projectRoot, 'dist', '.tsbuildinfo'), { force: true })
  })
}

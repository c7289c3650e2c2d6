import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { transform } from 'esbuild'

/** A list of subscriptions as a podcast app exports it: one podcast of the stand-ins. */
export const SUBSCRIPTIONS =
  '<opml version="2.0"><body><outline type="rss" text="Show" xmlUrl="https://conversation.example/feed.xml"/></body></opml>'

export type Ran = { code: number | null; output: string }

type Surroundings = { folder: string; variables: Record<string, string> }

/** Runs a program to its end, with nothing of this process's environment but where programs are. */
function run(program: string, args: string[], { folder, variables }: Surroundings): Promise<Ran> {
  const { NODE_ENV, PATH } = process.env
  const env = { NODE_ENV, PATH, HOME: folder, CURL_HOME: folder, ...variables }
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (text: string) => {
      output += text
    }
    child.stdout.setEncoding('utf8').on('data', keep)
    child.stderr.setEncoding('utf8').on('data', keep)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** Readies a folder for examples: curl says there by its exit code when it was refused. */
export async function prepareFolder(folder: string): Promise<void> {
  await writeFile(path.join(folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n')
}

/** Whether the Python examples can be run here: they use requests. */
export async function hasPythonRequests(): Promise<boolean> {
  const quiet = { folder: '/', variables: {} }
  return run('python3', ['-c', 'import requests'], quiet).then(
    ({ code }) => code === 0,
    () => false,
  )
}

const RUNNERS: Readonly<Record<string, (code: string, where: Surroundings) => Promise<Ran>>> = {
  sh: (code, where) => run('bash', ['-euo', 'pipefail', '-c', code], where),
  python: (code, where) => run('python3', ['-c', code], where),
  ts: async (code, where) => {
    const file = path.join(where.folder, 'example.mjs')
    const compiled = await transform(code, { loader: 'ts', format: 'esm', target: 'node20' })
    await writeFile(file, compiled.code)
    return run(process.execPath, [file], where)
  },
}

/** Runs an example as a reader who pastes it would. Throws for a language without a runner. */
export function runExample(language: string, code: string, where: Surroundings): Promise<Ran> {
  const runner = RUNNERS[language]
  if (!runner) throw new Error(`no example in ${language} can be run`)
  return runner(code, where)
}

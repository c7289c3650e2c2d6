import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLI, cliEnv, runCli } from '@/test/cli/run-cli'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-completion-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The file of the script for a shell. */
async function scriptOf(shell: string): Promise<string> {
  const file = path.join(folder, `completion.${shell}`)
  await writeFile(file, (await runCli(['completion', shell])).stdout)
  return file
}

beforeAll(async () => {
  await scriptOf('bash')
  await symlink(CLI, path.join(folder, 'verbatim'))
  await chmod(CLI, 0o755)
})

/** Bash's completions of a line, by the function that the script has registered. */
async function offered(line: string): Promise<string[]> {
  const ask = `
    source "$1"
    read -ra COMP_WORDS <<< "$2"
    [[ $2 == *' ' ]] && COMP_WORDS+=('')
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _verbatim
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await promisify(execFile)('bash', [
    '--norc',
    '-c',
    ask,
    'bash',
    path.join(folder, 'completion.bash'),
    line,
  ])
  return stdout.split('\n').filter((word) => word !== '')
}

test('bash offers commands, and those below them', async () => {
  expect(await offered('verbatim lo')).toEqual(['login', 'logout'])
  expect(await offered('verbatim jobs ')).toEqual(expect.arrayContaining(['status', 'wait', 'cancel']))
  expect(await offered('verbatim --json jobs ca')).toEqual(['cancel'])
  expect(await offered('verbatim completion ')).toEqual(['bash', 'zsh', 'fish'])
})

test('bash offers options, and the values of those that have some', async () => {
  expect(await offered('verbatim get --str')).toEqual(['--strict-lang'])
  expect(await offered('verbatim get talk.mp3 --j')).toEqual(['--json'])
  expect(await offered('verbatim get -f ')).toEqual([
    'json',
    'text',
    'srt',
    'vtt',
    'ttml',
    'ass',
    'markdown',
    'docx',
    'pdf',
  ])
  expect(await offered('verbatim jobs wait --format m')).toEqual(['markdown'])
  expect(await offered('verbatim get --lang e')).toEqual([])
})

/** Whether a shell is installed; tests of others are skipped. */
function isMissing(shell: string): boolean {
  return spawnSync(shell, ['-c', 'true']).error !== undefined
}

const shells = [
  { shell: 'bash', start: 'bash --norc --noprofile -i', load: (file: string) => `source ${file}` },
  {
    shell: 'zsh',
    start: 'zsh -f -i',
    load: (file: string) => `autoload -U compinit; compinit -u -D; source ${file}`,
  },
]

describe.for(shells)('a person in $shell', ({ shell: name, start, load }) => {
  test.skipIf(isMissing(name))('gets the rest of a word by Tab', async () => {
    const script = await scriptOf(name)
    const env = { ...cliEnv(), PATH: `${folder}:${process.env.PATH}`, TERM: 'dumb', PS1: '$ ' }
    const shell = spawn('script', ['--quiet', '--command', start, '/dev/null'], { env })
    let screen = ''
    shell.stdout.on('data', (chunk) => {
      // A shell that redraws a letter goes back over it first.
      screen = `${screen}${chunk}`.replaceAll(/.[\b]/g, '')
      shell.emit('shown')
    })
    const shown = async (wanted: RegExp) => {
      while (!wanted.test(screen)) await once(shell, 'shown')
    }
    await shown(/[$#%] /)
    shell.stdin.write(`${load(script)}; echo "re"ady\r`)
    await shown(/\nready/)
    shell.stdin.write('verbatim compl\tfi\t')
    await shown(/verbatim completion fish/)
    shell.stdin.write('\r')
    await shown(/function __verbatim_at/)
    shell.stdin.write('exit\r')
    await once(shell, 'close')
  })
})

test.skipIf(isMissing('fish'))('fish offers commands, options and their values, with their meaning', async () => {
  const script = await scriptOf('fish')
  const ask = async (line: string) => {
    const args = ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', script, line]
    const { stdout } = await promisify(execFile)('fish', args, { env: cliEnv({ HOME: folder }) })
    return stdout.split('\n').filter((word) => word !== '')
  }
  expect(await ask('verbatim lo')).toEqual(['login\tSign in', expect.stringMatching(/^logout\tSign out/)])
  expect(await ask('verbatim --json jobs ca')).toEqual([expect.stringMatching(/^cancel\t/)])
  expect(await ask('verbatim jobs wait --format m')).toEqual([expect.stringMatching(/^markdown\t/)])
  expect(await ask('verbatim get --str')).toEqual([expect.stringMatching(/^--strict-lang\t/)])
  expect(await ask('verbatim completion z')).toEqual(['zsh'])
  expect(await ask('verbatim doctor --probes package.js')).toEqual(['package.json'])
})

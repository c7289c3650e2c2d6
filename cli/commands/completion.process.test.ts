import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLI, cliEnv, runCli } from '@/test/cli/run-cli'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-completion-'))
const script = path.join(folder, 'completion.bash')
afterAll(() => rm(folder, { recursive: true, force: true }))

beforeAll(async () => {
  await writeFile(script, (await runCli(['completion', 'bash'])).stdout)
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
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', ask, 'bash', script, line])
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
  expect(await offered('verbatim get -f ')).toEqual(['json', 'text', 'srt', 'vtt', 'ttml', 'ass', 'markdown', 'docx'])
  expect(await offered('verbatim jobs wait --format m')).toEqual(['markdown'])
  expect(await offered('verbatim get --lang e')).toEqual([])
})

test('a person who presses Tab in bash gets the rest of the word', async () => {
  const env = { ...cliEnv(), PATH: `${folder}:${process.env.PATH}`, TERM: 'dumb' }
  const args = ['--quiet', '--command', 'bash --norc --noprofile -i', '/dev/null']
  const shell = spawn('script', args, { env })
  let screen = ''
  shell.stdout.on('data', (chunk) => {
    screen += chunk
    shell.emit('shown')
  })
  const shown = async (wanted: RegExp) => {
    while (!wanted.test(screen)) await once(shell, 'shown')
  }
  await shown(/[$#] /)
  shell.stdin.write(`source ${script}; echo "re"ady\r`)
  await shown(/\nready/)
  shell.stdin.write('verbatim compl\tfi\t')
  await shown(/verbatim completion fish/)
  shell.stdin.write('\r')
  await shown(/function __verbatim_at/)
  shell.stdin.write('exit\r')
  await once(shell, 'close')
})

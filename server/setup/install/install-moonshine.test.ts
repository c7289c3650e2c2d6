import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { installMoonshine, installsMoonshine } from './install-moonshine.mjs'

const root = mkdtempSync(path.join(tmpdir(), 'install-moonshine-'))
const bin = path.join(root, 'bin')
const data = path.join(root, 'data')
const folder = path.join(data, 'moonshine')
const failureNote = path.join(root, 'stamps', 'failed')
const requirements = path.resolve('server/setup/install/moonshine-requirements.txt')
const release = /==(\S+)/.exec(readFileSync(requirements, 'utf8'))?.[1]
let said: string[] = []

/** A Python whose pip does this with the folder `$lib`. Each call of pip is a line of the file `calls`. */
function python(pip: string): void {
  const script = `case "$*" in
    *version_info*) echo "$0" ;;
    *"pip install"*) echo "$*" >> '${root}/calls'; lib=$(echo "$*" | sed 's/.*--target //; s/ .*//'); ${pip} ;;
  esac`
  writeFileSync(path.join(bin, 'python3'), `#!/bin/sh\n${script}\n`)
  chmodSync(path.join(bin, 'python3'), 0o755)
}

const GIVES = `mkdir -p "$lib/bin" "$lib/moonshine_voice/assets/tiny-en" "$lib/moonshine_voice-${release}.dist-info" && touch "$lib/moonshine_voice/assets/demo.wav"`

const places = { folders: [folder], failureNote, requirements }
const install = (retry = false) => installMoonshine({ retry, say: (line) => said.push(line), places })

const calls = () => (existsSync(`${root}/calls`) ? readFileSync(`${root}/calls`, 'utf8').trim().split('\n') : [])

beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  for (const made of [bin, data]) mkdirSync(made, { recursive: true })
  said = []
  vi.stubEnv('PATH', `${bin}${path.delimiter}${process.env.PATH}`)
  for (const name of ['SPEECH_ENGINE', 'ASSEMBLYAI_API_KEY', 'SPEECH_API_URL', 'MOONSHINE_FOLDER'])
    vi.stubEnv(name, undefined)
  return () => vi.unstubAllEnvs()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('the pinned release is installed once, with its hash required and without the demos', async () => {
  python(GIVES)
  await install()
  await install()
  expect(calls()).toEqual([expect.stringContaining('--require-hashes')])
  expect(readdirSync(path.join(folder, 'moonshine_voice', 'assets'))).toEqual(['tiny-en'])
  expect(readdirSync(data)).toEqual(['moonshine'])
})

test('a failure is reported, leaves no files, and is not retried for a day', async () => {
  python('echo "ERROR: no network"; exit 1')
  await install()
  await install()
  expect(calls()).toHaveLength(1)
  expect(said.join('\n')).toContain('Moonshine could not be installed (pip: ERROR: no network)')
  expect(readdirSync(data)).toEqual([])
  python(GIVES)
  await install(true)
  expect(existsSync(folder)).toBe(true)
  expect(existsSync(failureNote)).toBe(false)
})

test('whether a start installs it is known before: not where it is there, failed lately or is not wanted', async () => {
  expect(installsMoonshine(places)).toBe(true)
  python('exit 1')
  await install()
  expect(installsMoonshine(places)).toBe(false)
  rmSync(failureNote)
  python(GIVES)
  vi.stubEnv('SPEECH_ENGINE', 'assemblyai')
  expect(installsMoonshine(places)).toBe(false)
  vi.stubEnv('SPEECH_ENGINE', undefined)
  await install()
  expect(installsMoonshine(places)).toBe(false)
})

test('a release without its model is not put into place', async () => {
  python('mkdir -p "$lib/moonshine_voice/assets"')
  await install()
  expect(said.join('\n')).toContain('no English model')
  expect(readdirSync(data)).toEqual([])
})

test('files left by an interrupted installation are removed', async () => {
  mkdirSync(path.join(data, 'moonshine-a1b2c3', 'moonshine_voice'), { recursive: true })
  python(GIVES)
  await install()
  expect(readdirSync(data)).toEqual(['moonshine'])
})

test.each([
  ['SPEECH_ENGINE', 'pocketsphinx'],
  ['ASSEMBLYAI_API_KEY', 'key'],
  ['SPEECH_API_URL', 'http://localhost:8000/v1'],
  ['MOONSHINE_FOLDER', '/opt/moonshine'],
])('nothing is fetched where %s says that speech goes elsewhere', async (name, value) => {
  vi.stubEnv(name, value)
  python(GIVES)
  await install()
  expect(calls()).toEqual([])
})

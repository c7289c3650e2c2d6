#!/usr/bin/env node
/**
 * A stand-in for whisper.cpp's whisper-cli: its arguments, its exit codes, and the JSON of `--output-json-full`. The
 * model file holds the words that it returns, as JSON after a real header. It writes its arguments beside the model.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const MAGIC = 0x67676d6c
const WITH_VALUE = {
  '-m': 'model',
  '--model': 'model',
  '-f': 'file',
  '--file': 'file',
  '-l': 'language',
  '--language': 'language',
  '-t': 'threads',
  '--threads': 'threads',
  '-of': 'output',
  '--output-file': 'output',
  '--prompt': 'prompt',
  '-mc': 'maxContext',
  '--max-context': 'maxContext',
}
const FLAGS = {
  '-oj': 'json',
  '--output-json': 'json',
  '-ojf': 'full',
  '--output-json-full': 'full',
  '-np': 'noPrints',
  '--no-prints': 'noPrints',
}
const LANGUAGES =
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su yue'

function leave(code, message) {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

function readArguments(args) {
  const asked = { language: 'en', threads: '4' }
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]
    if (Object.hasOwn(FLAGS, arg)) asked[FLAGS[arg]] = true
    else if (!Object.hasOwn(WITH_VALUE, arg))
      leave(0, `error: unknown argument: ${arg}\n\nusage: whisper-cli [options] file`)
    else if (i + 1 === args.length) leave(0, `error: argument ${arg} requires value`)
    else asked[WITH_VALUE[arg]] = args[++i]
  }
  return asked
}

function readModel(file) {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  if (bytes.length < 8 || bytes.readUInt32LE(0) !== MAGIC) leave(3, 'error: failed to initialize whisper context')
  return { multilingual: bytes.readInt32LE(4) >= 51_865, ...JSON.parse(bytes.subarray(8).toString('utf8')) }
}

const clock = (ms) => `${new Date(ms).toISOString().slice(11, 19)},${String(ms % 1000).padStart(3, '0')}`
const times = (from, to) => ({ timestamps: { from: clock(from), to: clock(to) }, offsets: { from, to } })

function segmentObject({ text, from, to, tokens = [] }, full) {
  const reported = tokens.map(([token, start, end]) => ({
    text: token,
    ...(start === undefined ? {} : times(start, end)),
    id: 400,
    p: 0.9,
    t_dtw: -1,
  }))
  return { ...times(from, to), text, ...(full ? { tokens: reported } : {}) }
}

function write(asked, { multilingual, language, segments = [], raw }) {
  const spoken = multilingual ? (asked.language === 'auto' ? (language ?? 'en') : asked.language) : 'en'
  const output = {
    systeminfo: 'CPU : SSE3 = 1 | AVX = 1 | ',
    model: { type: 'base', multilingual, vocab: multilingual ? 51_865 : 51_864, mels: 80, ftype: 1 },
    params: { model: asked.model, language: asked.language, translate: false },
    result: { language: spoken },
    transcription: segments.map((segment) => segmentObject(segment, asked.full)),
  }
  writeFileSync(`${asked.output ?? asked.file}.json`, raw ?? `${JSON.stringify(output, null, '\t')}\n`)
}

const asked = readArguments(process.argv.slice(2))
if (!asked.file || !existsSync(asked.file)) leave(2, 'error: no input files specified')
if (asked.language !== 'auto' && !LANGUAGES.split(' ').includes(asked.language)) {
  leave(0, `error: unknown language '${asked.language}'`)
}
const model = readModel(asked.model)
const environment = Object.keys(process.env)
writeFileSync(`${asked.model}.asked`, JSON.stringify({ ...asked, environment, wav: readFileSync(asked.file).length }))
if (model.hangs) setInterval(() => undefined, 1000)
else if (model.dies) process.kill(process.pid, model.dies)
else if (model.fails) leave(10, 'whisper-cli: failed to process audio')
else if (model.cannotDecode) leave(0, `error: failed to decode audio from '${asked.file}'.`)
else write(asked, model)

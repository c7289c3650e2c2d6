import { measureSpeakers } from '@/bench/speech/measure-speakers'
import { setEnv } from '@/lib/platform/env'
import { mkdtempSync } from 'node:fs'
setEnv({ BASE_URL: 'http://localhost:3000' })
const r = await measureSpeakers(mkdtempSync('/tmp/spk-'))
console.log(r)
process.exit()

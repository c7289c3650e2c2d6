/**
 * The process in which the native library runs: a damaged model or a fault in it ends this process, never the server.
 * `probe` as its argument: it loads the library, writes its version and ends. Else it is told what to do over IPC, a
 * request at a time: `load` with a recogniser's configuration, then `recognise` with samples.
 */
import { writeFileSync } from 'node:fs'
import os from 'node:os'
import sherpa from 'sherpa-onnx-node'

const SAMPLE_RATE = 16_000

/** The server goes first where processor or memory are short. */
function stepBack() {
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '900')
  } catch (error) {
    process.stderr.write(`Not allowed to step back: ${error}\n`)
  }
}

async function recognise(recogniser, samples) {
  const stream = recogniser.createStream()
  stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE })
  const { text, tokens, timestamps, durations } = await recogniser.decodeAsync(stream)
  return { text, tokens, timestamps, durations }
}

function serve() {
  stepBack()
  let recogniser = null
  process.on('message', async (request) => {
    try {
      if (request.load) {
        recogniser = await sherpa.OfflineRecognizer.createAsync(request.load)
        process.send({ loaded: true })
      } else {
        process.send({ transcribed: await recognise(recogniser, request.recognise) })
      }
    } catch (error) {
      process.send({ failed: String(error) })
    }
  })
  // At once: a thread of the library may be at work, and nobody waits for it any more.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

if (process.argv[2] === 'probe') process.stdout.write(sherpa.version)
else serve()

/**
 * The process in which the native library runs, so that a damaged model or a fault ends this process, never the server.
 * With the argument `probe` it loads the library, writes its version and ends. Otherwise it takes requests as
 * `recognisers/serve_requests.py` does: `load` has a recogniser's configuration.
 */
import sherpa from 'sherpa-onnx-node'
import { stepBack } from '../../core/programs/step-back.mjs'

const SAMPLE_RATE = 16_000
const BYTES_PER_SAMPLE = 4
const LINE_FEED = 10

async function recognise(recogniser, samples) {
  const stream = recogniser.createStream()
  stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE })
  const { text, tokens, timestamps, durations } = await recogniser.decodeAsync(stream)
  return { text, tokens, timestamps, durations }
}

/** Calls `answer` with each request and its samples, once they have arrived whole. */
function readRequests(answer) {
  let parts = []
  let bytes = 0
  let wanted = 1
  process.stdin.on('data', (chunk) => {
    parts.push(chunk)
    bytes += chunk.length
    if (bytes < wanted) return
    const received = Buffer.concat(parts)
    parts = [received]
    const start = received.indexOf(LINE_FEED) + 1
    if (start === 0) return
    const request = JSON.parse(received.subarray(0, start))
    wanted = start + BYTES_PER_SAMPLE * (request.samples ?? 0)
    if (bytes < wanted) return
    // A copy, which begins where a number may.
    const samples = new Float32Array(new Uint8Array(received.subarray(start, wanted)).buffer)
    parts = [received.subarray(wanted)]
    bytes -= wanted
    wanted = 1
    answer(request, samples)
  })
  // Immediately: a thread of the library may still work, and its result is not needed.
  process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'))
}

function serve() {
  stepBack()
  let recogniser = null
  const reply = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`)
  readRequests(async ({ load }, samples) => {
    try {
      if (load) {
        recogniser = await sherpa.OfflineRecognizer.createAsync(load)
        reply({ loaded: true })
      } else {
        reply({ transcribed: await recognise(recogniser, samples) })
      }
    } catch (error) {
      reply({ failed: String(error) })
    }
  })
}

if (process.argv[2] === 'probe') process.stdout.write(sherpa.version)
else serve()

/**
 * The process in which the native library runs, so that a damaged model or a fault ends this process, never the server.
 * With the argument `probe` it loads the library, writes its version and ends. Otherwise it takes requests over IPC,
 * one at a time: `load` with a recogniser's configuration, then `recognise` with samples.
 */
import sherpa from 'sherpa-onnx-node'
import { stepBack } from '../../core/programs/step-back.mjs'

const SAMPLE_RATE = 16_000

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
  // Immediately: a thread of the library may still work, and its result is not needed.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

if (process.argv[2] === 'probe') process.stdout.write(sherpa.version)
else serve()

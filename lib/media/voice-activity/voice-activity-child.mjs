/**
 * The process in which sherpa-onnx runs the network of Silero over a recording: a fault in the native library ends this
 * process, never the server. Its arguments are the network's file, the recording (raw 16 kHz mono 16-bit PCM), and from
 * which byte to which it listens. At the end it writes a line for each stretch of speech: its start and its
 * end, in samples from that first byte.
 */
import { openSync, readSync } from 'node:fs'
import sherpa from 'sherpa-onnx-node'
import { stepBack } from '../../core/programs/step-back.mjs'

const SAMPLE_RATE = 16_000
const BYTES_PER_SAMPLE = 2
const FULL_SCALE = 32_768
/** The input of the network: 32 ms. */
const WINDOW_SAMPLES = 512
const WINDOWS_A_READ = 512
/** Lower than the usual half, at which speech in noise is missed; lower still, it would last through pauses. */
const THRESHOLD = 0.3
/** Pauses between words last longer; closures within words rarely do. */
const SHORTEST_PAUSE_SECONDS = 0.1
const SHORTEST_SPEECH_SECONDS = 0.1
/** The library keeps the samples of a stretch until it ends, which a recording could prolong for hours. */
const LONGEST_STRETCH_SECONDS = 30
/** How strong speech is brought to be, as the root of its mean square: the network does not know whispers of a few bits. */
const WANTED_LEVEL = 0.1
const LOUD_SHARE = 0.05

/** By how much a quarter of a minute of samples is amplified: such that its loudest windows are as loud as speech is. */
function gainFor(samples) {
  const levels = new Float32Array(Math.floor(samples.length / WINDOW_SAMPLES)).map((_, window) => {
    let power = 0
    for (let at = window * WINDOW_SAMPLES; at < (window + 1) * WINDOW_SAMPLES; at++) power += samples[at] ** 2
    return Math.sqrt(power / WINDOW_SAMPLES) / FULL_SCALE
  })
  const loud = levels.sort()[Math.floor((1 - LOUD_SHARE) * levels.length)]
  return loud > 0 ? Math.max(1, WANTED_LEVEL / loud) : 1
}

/** Reads the windows of a part of a file; the last is filled up with silence. */
function* readWindows(file, fromByte, untilByte) {
  const handle = openSync(file, 'r')
  const pcm = new Int16Array(WINDOWS_A_READ * WINDOW_SAMPLES)
  const bytes = new Uint8Array(pcm.buffer)
  const window = new Float32Array(WINDOW_SAMPLES)
  for (let offset = fromByte; offset < untilByte; offset += bytes.length) {
    bytes.fill(0)
    const wanted = Math.min(bytes.length, untilByte - offset)
    for (let filled = 0; filled < wanted; ) {
      const read = readSync(handle, bytes, filled, wanted - filled, offset + filled)
      if (read === 0) throw new Error(`${file} became shorter while it was read`)
      filled += read
    }
    const samples = Math.floor(wanted / BYTES_PER_SAMPLE)
    const gain = gainFor(pcm.subarray(0, Math.max(samples, WINDOW_SAMPLES))) / FULL_SCALE
    for (let start = 0; start < samples; start += WINDOW_SAMPLES) {
      for (let at = 0; at < WINDOW_SAMPLES; at++) window[at] = Math.max(-1, Math.min(1, gain * pcm[start + at]))
      yield window
    }
  }
}

function createDetector(model) {
  const sileroVad = {
    model,
    threshold: THRESHOLD,
    minSilenceDuration: SHORTEST_PAUSE_SECONDS,
    minSpeechDuration: SHORTEST_SPEECH_SECONDS,
    // Beyond it the library looks for a pause with another threshold: it must never come to that.
    maxSpeechDuration: 2 * LONGEST_STRETCH_SECONDS,
    windowSize: WINDOW_SAMPLES,
  }
  return new sherpa.Vad({ sileroVad, sampleRate: SAMPLE_RATE, numThreads: 1, debug: 0 }, 2 * LONGEST_STRETCH_SECONDS)
}

/** The stretches of speech, as lines. A long one is given in several that follow one another. */
function listen(model, windows) {
  const detector = createDetector(model)
  const lines = []
  const take = () => {
    for (; !detector.isEmpty(); detector.pop()) {
      const { start, samples } = detector.front(false)
      lines.push(`${start} ${start + samples.length}`)
    }
  }
  let spokenWindows = 0
  for (const window of windows) {
    detector.acceptWaveform(window)
    spokenWindows = detector.isDetected() ? spokenWindows + 1 : 0
    if (spokenWindows * WINDOW_SAMPLES > LONGEST_STRETCH_SECONDS * SAMPLE_RATE) {
      detector.flush()
      spokenWindows = 0
    }
    take()
  }
  detector.flush()
  take()
  return lines
}

const [model, recording, fromByte, untilByte] = process.argv.slice(2)
stepBack()
process.stdout.write(listen(model, readWindows(recording, Number(fromByte), Number(untilByte))).join('\n'))

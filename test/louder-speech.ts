import { readFile } from 'node:fs/promises'
import { silence } from './silence'

const TURN_SECONDS = 11

/**
 * The same eleven seconds of speech so many times, each a little louder, so that no two chunks of it are the same: a WAV
 * (16 kHz, mono, 16 bit). Two turns make a chunk.
 */
export async function louderSpeech(turns: number): Promise<Uint8Array<ArrayBuffer>> {
  const recording = await readFile('test/fixtures/audio/jfk.wav')
  const speech = recording.subarray(recording.indexOf('data') + 8)
  const wav = Buffer.from(silence(TURN_SECONDS * turns))
  const header = wav.length - turns * speech.length
  for (let turn = 0; turn < turns; turn++) {
    for (let i = 0; i + 1 < speech.length; i += 2) {
      const louder = Math.round(speech.readInt16LE(i) * (0.8 + turn / 50))
      wav.writeInt16LE(louder, header + turn * speech.length + i)
    }
  }
  return new Uint8Array(wav)
}

/** Some seconds of silence as a WAV file: 16 kHz, mono, 16 bit. A job on it needs no engine and is soon done. */
export function silence(seconds: number): Uint8Array<ArrayBuffer> {
  const dataBytes = seconds * 16_000 * 2
  const wav = Buffer.alloc(44 + dataBytes)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(36 + dataBytes, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(16_000, 24)
  wav.writeUInt32LE(32_000, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(dataBytes, 40)
  return new Uint8Array(wav)
}

const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace('.', ',')

/** A subtitle file of nearly so many bytes, every cue different. */
export function largeSubtitles(bytes: number): Buffer {
  const cues: string[] = []
  for (let length = 0; ; ) {
    const n = cues.length
    const cue = `${n + 1}\n${clock(n * 250)} --> ${clock(n * 250 + 240)}\nline ${n} and nobody was at home then\n\n`
    length += cue.length
    if (length > bytes) return Buffer.from(cues.join(''))
    cues.push(cue)
  }
}

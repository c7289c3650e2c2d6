type Progress = { receivedBytes: number; totalBytes: number }
/** A terminal, or a substitute for one. */
type Out = { isTTY?: boolean; write: (text: string) => unknown }

const EVERY_MS = 200
const PERCENT_STEP = 10

/** `parakeet-v3  37 %  248 of 670 MB  12.3 MB/s` */
function lineOf(name: string, { receivedBytes, totalBytes }: Progress, bytesPerSecond: number): string {
  const percent = Math.floor((100 * receivedBytes) / totalBytes)
  const [received, total] = [receivedBytes, totalBytes].map((bytes) => Math.round(bytes / 1e6))
  return `${name}  ${percent} %  ${received} of ${total} MB  ${(bytesPerSecond / 1e6).toFixed(1)} MB/s`
}

/**
 * Reports the progress of a download: on a terminal in one line that it overwrites, elsewhere in a line for every
 * tenth. The rate counts bytes since the start of this run.
 */
export function createProgressReporter(name: string, out: Out, now: () => number = Date.now) {
  let first: { atMs: number; bytes: number } | null = null
  let reportedAtMs = Number.NEGATIVE_INFINITY
  let reportedPercent = Number.NEGATIVE_INFINITY
  let lastLength = 0

  function report(progress: Progress): void {
    const atMs = now()
    first ??= { atMs, bytes: progress.receivedBytes }
    const percent = (100 * progress.receivedBytes) / progress.totalBytes
    const isDue = out.isTTY ? atMs >= reportedAtMs + EVERY_MS : percent >= reportedPercent + PERCENT_STEP
    if (!isDue && progress.receivedBytes < progress.totalBytes) return
    reportedAtMs = atMs
    reportedPercent = percent
    const seconds = Math.max((atMs - first.atMs) / 1000, 0.001)
    const line = lineOf(name, progress, Math.max(0, progress.receivedBytes - first.bytes) / seconds)
    out.write(out.isTTY ? `\r${line.padEnd(lastLength)}` : `${line}\n`)
    lastLength = line.length
  }
  return {
    report,
    /** Leaves the line that is written over. */
    end: () => {
      if (out.isTTY && lastLength > 0) out.write('\n')
    },
  }
}

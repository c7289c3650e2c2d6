const MAX_LINE_CHARACTERS = 4_000

/**
 * Reads what yt-dlp prints while it downloads, as it comes: progress lines, and that the file is larger than allowed,
 * which it takes for a success.
 */
export function parseDownloadOutput(onProgress: (part: number) => void = () => undefined) {
  let rest = ''
  let tooLarge = false
  const readLine = (line: string) => {
    if (line.includes('larger than max-filesize')) tooLarge = true
    const percent = Number.parseFloat(/^progress +([\d.]{1,20})/.exec(line)?.[1] ?? '')
    if (Number.isFinite(percent)) onProgress(Math.min(percent / 100, 1))
  }
  return {
    read: (chunk: Buffer) => {
      const lines = (rest + chunk.toString('utf8')).split('\n')
      rest = (lines.pop() ?? '').slice(-MAX_LINE_CHARACTERS)
      for (const line of lines) readLine(line.trim())
    },
    isTooLarge: () => tooLarge,
  }
}

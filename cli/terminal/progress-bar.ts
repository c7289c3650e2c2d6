const WIDTH = 20

/** A share from 0 to 1 as a bar with its percentage. */
export function progressBar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * WIDTH)
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${String(Math.floor(share * 100)).padStart(3)}%`
}

import { isPostmaster, type Postmaster } from './read-postmaster'

const CHECK_INTERVAL_MS = 1000

/**
 * Looks after a running PostgreSQL: when it is gone, `obtain` starts it again, as often as it takes. `end` stops the
 * looking, after a start that is under way.
 */
export function watchPostmaster(
  cluster: string,
  firstPid: number,
  obtain: () => Promise<Postmaster>,
  log: (line: string) => void,
): { end(): Promise<void> } {
  let pid = firstPid
  let restart: Promise<void> | null = null
  const timer = setInterval(() => {
    if (restart || isPostmaster(pid, cluster)) return
    log('PostgreSQL ended; starting it again …')
    restart = obtain()
      .then((postmaster) => {
        pid = postmaster.pid
        log('PostgreSQL runs again.')
      })
      .catch((error: Error) => log(error.message))
      .finally(() => {
        restart = null
      })
  }, CHECK_INTERVAL_MS)
  timer.unref()
  return {
    async end() {
      clearInterval(timer)
      await restart
    },
  }
}

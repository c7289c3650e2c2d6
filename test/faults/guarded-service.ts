import { readConnection } from '../process/read-connection'
import { type ServiceProcess, startProcess } from '../process/start-process'

/** A service that is started again whenever it has died, as a process manager would. */
export type GuardedService = {
  now: () => ServiceProcess
  connection: () => Promise<string>
  /** SIGKILL, then a new start. */
  killAndRestart: () => Promise<void>
  /** Starts it again if it has ended by itself. */
  revive: () => Promise<void>
  stop: () => Promise<void>
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    // ESRCH: there is no such process any more.
    return false
  }
}

export async function startGuarded(dataDir: string, settings: Record<string, string>): Promise<GuardedService> {
  let service = await startProcess(dataDir, settings)
  const restart = async () => {
    service = await startProcess(dataDir, settings)
  }
  return {
    now: () => service,
    connection: () => readConnection(dataDir),
    killAndRestart: async () => {
      await service.kill()
      await restart()
    },
    revive: async () => {
      if (!isAlive(service.pid)) await restart()
    },
    stop: async () => void (await service.stop()),
  }
}

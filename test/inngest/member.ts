import { type ServiceProcess, startProcess } from '../process/start-process'

/** One of several processes of the service, which may be killed and started again. */
export type Member = {
  dataDir: string
  port: number
  apiKey: () => string
  /** Resolves once it serves; with settings that hold until the next start. */
  start: (settings?: Record<string, string>) => Promise<void>
  kill: () => Promise<void>
  stop: () => Promise<void>
  /** All that its processes so far have said. */
  printed: () => string
  health: () => Promise<Record<string, string>>
}

/** A process of the service with its own folder and port, not started yet. */
export function makeMember(dataDir: string, port: number, common: Record<string, string>): Member {
  let service: ServiceProcess | undefined
  let [before, apiKey] = ['', '']
  const leave = () => {
    before += service?.printed() ?? ''
    service = undefined
  }
  return {
    ...{ dataDir, port },
    apiKey: () => apiKey,
    printed: () => before + (service?.printed() ?? ''),
    start: async (settings = {}) => {
      service = await startProcess(dataDir, { LOG_LEVEL: 'info', ...common, ...settings }, port)
      apiKey ||= service.apiKey ?? ''
    },
    kill: async () => {
      await service?.kill()
      leave()
    },
    stop: async () => {
      await service?.stop()
      leave()
    },
    health: async () => {
      const response = await fetch(`http://127.0.0.1:${port}/health`)
      return (await response.json()) as Record<string, string>
    },
  }
}

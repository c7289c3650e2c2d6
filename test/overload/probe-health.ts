import { Worker } from 'node:worker_threads'

/** One question after how the service is. `waitedMs` leaves out what both threads waited for a processor. */
export type Probe = { at: number; waitedMs: number; status: number }

const EVERY_MS = 50

/**
 * Runs in a thread, so that nothing the test itself does delays a question. The second number of Linux's `schedstat` is how many
 * nanoseconds a thread has waited for a processor: a busy machine lengthens it, a blocked event loop does not.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { readFileSync } = require('node:fs')
const http = require('node:http')
const { url, pid, everyMs } = workerData
const delayed = (file) => {
  try { return Number(readFileSync(file, 'latin1').split(' ')[1]) / 1e6 } catch { return 0 }
}
const delays = () => delayed('/proc/' + pid + '/task/' + pid + '/schedstat') + delayed('/proc/thread-self/schedstat')
const agent = new http.Agent({ keepAlive: true })
const probes = []
const now = () => performance.timeOrigin + performance.now()
const probe = () => {
  const at = now()
  const before = delays()
  const end = (status) => probes.push({ at, status, waitedMs: Math.max(0, now() - at - (delays() - before)) })
  const asked = http.get(url, { agent }, (answer) => answer.resume().once('end', () => end(answer.statusCode)))
  asked.once('error', () => end(0))
}
const timer = setInterval(probe, everyMs)
parentPort.once('message', () => {
  clearInterval(timer)
  const finish = () => Object.keys(agent.sockets).length === 0 ? parentPort.postMessage(probes) : setTimeout(finish, 10)
  finish()
})
`

/** The time as probes have it. */
export const probeTime = () => performance.timeOrigin + performance.now()

/** Asks a service for `/health` every 50 ms until `stop`, which returns what it has seen. */
export function probeHealth({ baseUrl, pid }: { baseUrl: string; pid: number }): { stop: () => Promise<Probe[]> } {
  const workerData = { url: `${baseUrl}/health`, pid, everyMs: EVERY_MS }
  const worker = new Worker(PROGRAM, { eval: true, workerData })
  const stop = async () => {
    const probes = new Promise<Probe[]>((resolve, reject) => worker.once('message', resolve).once('error', reject))
    worker.postMessage('stop')
    try {
      return await probes
    } finally {
      await worker.terminate()
    }
  }
  return { stop }
}

import { Worker } from 'node:worker_threads'
import { printTable } from '@/bench/measure/print-table'
import { AMPLIFIERS } from '@/test/overload/amplifiers'
import { startAttackedService } from '@/test/overload/attacked-service'

/**
 * Gives each operation that makes more of what a user gives the worst that it takes, and asks the service for its health
 * meanwhile. Exits with 1 when an operation keeps others waiting.
 */
const MAX_WAIT_MS = 200

type Window = { name: string; from: number; until: number }

/** One question after how the service is. `waitedMs` leaves out what both threads waited for a processor. */
type Probe = { at: number; waitedMs: number; status: number }

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
const probeTime = () => performance.timeOrigin + performance.now()

/** Asks a service for `/health` every 50 ms until `stop`, which returns what it has seen. */
function probeHealth({ baseUrl, pid }: { baseUrl: string; pid: number }): { stop: () => Promise<Probe[]> } {
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

const late = (probes: readonly Probe[]) =>
  probes.filter(({ waitedMs, status }) => waitedMs > MAX_WAIT_MS || status !== 200)

/**
 * Allows one late probe in each window, or 1 % of them if that is more, because the machine itself stalls now and then.
 */
const isBlocked = (probes: readonly Probe[]) => late(probes).length > Math.max(1, probes.length / 100)

const { service, attack, stop } = await startAttackedService()
// The first request of a page loads its modules, once in the life of a process.
await attack.page(`/transcripts/${attack.tiny}`)
const probing = probeHealth(service)
const windows: Window[] = []
for (const [name, amplify] of Object.entries(AMPLIFIERS)) {
  const from = probeTime()
  await amplify(attack)
  windows.push({ name, from, until: probeTime() })
}
const probes = await probing.stop()
await stop()

const rows = windows.map(({ name, from, until }) => {
  const within = probes.filter(({ at }) => at >= from && at < until)
  const isHeld = !isBlocked(within)
  if (!isHeld) process.exitCode = 1
  const longestMs = Math.max(0, ...within.map(({ waitedMs }) => waitedMs))
  return [
    name,
    ((until - from) / 1000).toFixed(1),
    longestMs.toFixed(0),
    String(late(within).length),
    isHeld ? '' : 'blocks',
  ]
})
printTable(['the worst of', 'seconds', 'longest wait, ms', `waits above ${MAX_WAIT_MS} ms`, ''], rows)

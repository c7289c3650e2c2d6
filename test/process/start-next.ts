import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from './free-port'

/** Runs Next by itself, with the API as its route handlers, on a running service's database and data folder. */
export async function startNext(
  settings: Record<string, string>,
): Promise<{ baseUrl: string; pid: number; stop: () => Promise<void> }> {
  const port = await freePort()
  const next = path.resolve('node_modules/next/dist/bin/next')
  const child = spawn(process.execPath, [next, 'start', '-p', String(port), '-H', '127.0.0.1'], {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += chunk
    if (printed.includes('Ready')) break
  }
  if (!printed.includes('Ready')) throw new Error(`Next did not start:\n${printed}`)
  child.stdout.resume()
  const stop = async () => {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return { baseUrl: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The program that opens an address on this system, with its arguments: BROWSER first, as other programs have it. */
function opener(address: string): [string, string[]] {
  if (process.env.BROWSER) return [process.env.BROWSER, [address]]
  if (process.platform === 'darwin') return ['open', [address]]
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', address]]
  return ['xdg-open', [address]]
}

/**
 * Opens an address in the person's browser. Returns whether a program for that could be started; only pages are opened,
 * since the address may come from a server, and what else there is might be run.
 */
export async function openBrowser(address: string): Promise<boolean> {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) return false
  const [program, args] = opener(address)
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  child.unref()
  try {
    await once(child, 'spawn')
    return true
  } catch {
    // There is no such program: the caller shows the address instead.
    return false
  }
}

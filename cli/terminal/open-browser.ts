import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The program that opens an address on this system, with its arguments: BROWSER first, as other programs have it. */
function opener(address: string): [string, string[]] {
  if (process.env.BROWSER) return [process.env.BROWSER, [address]]
  if (process.platform === 'darwin') return ['open', [address]]
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', address]]
  return ['xdg-open', [address]]
}

/** Opens an address in the person's browser. Gives whether a program for that could be started. */
export async function openBrowser(address: string): Promise<boolean> {
  const [program, args] = opener(address)
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  child.unref()
  try {
    await once(child, 'spawn')
    return true
  } catch {
    // There is no such program: whoever asked shows the address instead.
    return false
  }
}

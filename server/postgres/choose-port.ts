import { existsSync, readFileSync } from 'node:fs'
import net from 'node:net'

/** A free TCP port on 127.0.0.1: the one remembered in a file if it is still free, else one the system chooses. */
export async function choosePort(portFile: string): Promise<number> {
  const remembered = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0
  const valid = Number.isInteger(remembered) && remembered > 0 && remembered < 65_536
  return (valid ? await tryPort(remembered) : null) ?? (await tryPort(0)) ?? 0
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : null))
    })
  })
}

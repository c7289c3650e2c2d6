import path from 'node:path'

/** The files of the embedded PostgreSQL below the service's data folder. */
export function postgresFiles(dataDir: string) {
  const home = path.join(dataDir, 'postgres')
  return {
    home,
    /** The superuser's password. */
    password: path.join(home, 'password'),
    /** The port chosen last. */
    port: path.join(home, 'port'),
    log: path.join(home, 'log'),
    /** While a server runs: how other commands reach its database. */
    connection: path.join(home, 'connection'),
  }
}

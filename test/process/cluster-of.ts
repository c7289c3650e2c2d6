import path from 'node:path'
import { postgresFiles } from '@/server/postgres/postgres-files'

/** The cluster of the embedded PostgreSQL of a data folder that PostgreSQL's user can reach, as those of tests are. */
export function clusterOf(dataDir: string): string {
  return path.join(postgresFiles(dataDir).home, 'data')
}

import { readFileSync } from 'node:fs'
import { env } from '@/lib/core/env'
import { SITES } from '@/lib/platforms/platforms'
import { SITE_SOURCES } from '@/lib/platforms/site-sources'
import { type Probe, probesSchema } from '../contract'

/** Reads a list of probes. Throws an error with a sentence for the operator when it can't be read. */
export function readProbesFile(file: string): Probe[] {
  try {
    return probesSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    const example = '[{ "platform": "youtube", "url": "https://www.youtube.com/watch?v=jNQXAC9IVRw" }]'
    throw new Error(`The list of probes ${file} can't be read. It should be JSON such as ${example}.`, { cause })
  }
}

/** The recordings that platforms are asked for: those of `DOCTOR_PROBES_FILE`, else the list that comes with the service. */
export function configuredProbes(): Probe[] {
  const { DOCTOR_PROBES_FILE: file } = env()
  return file ? readProbesFile(file) : SITES.map(({ id }) => ({ platform: id, url: SITE_SOURCES[id].probe }))
}

import { Problem } from './problem'
import type { ProblemCode } from './problem-table'

/** The problems with which this service fails, whatever it was asked for. */
const OWN_FAULTS: ReadonlySet<ProblemCode> = new Set(['internal_error', 'service_unavailable', 'storage_unavailable'])

/**
 * Whether an error that was thrown while a source was read says something about the source. What comes from the database, the
 * disk, a worker thread or a defect of this service does not: it is one of the problems above, or no Problem.
 */
export function isSourceFault(error: unknown): error is Problem {
  return error instanceof Problem && !OWN_FAULTS.has(error.code)
}

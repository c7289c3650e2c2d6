import type { TestProject } from 'vitest/node'
import { PROBLEMS } from '@/lib/core/problem/problem-table'
import { requireExercised } from './exercised'

/** Every error code is in a response of the API or in a job that failed, as `test/documented-responses.ts` sees them. */
export default (project: TestProject) => requireExercised(project, Object.keys(PROBLEMS))

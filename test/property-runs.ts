/** Whether all tests are run, which may take their time. */
export const isDeepRun = process.env.TEST_DEPTH === 'deep'

const FEW = 100

/** How many inputs a property is tried with: a hundred at most, or as many as it deserves in a deep run. */
export const propertyRuns = (deep: number): number => (isDeepRun ? deep : Math.min(deep, FEW))

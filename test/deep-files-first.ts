import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isDeep = ({ moduleId }: TestSpecification) => moduleId.includes('.deep.')

/** Begins with the files that take longest, which a new clone has no times of: one that begins last keeps the others waiting. */
export class DeepFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isDeep), ...sorted.filter((file) => !isDeep(file))]
  }
}

-- AlterEnum
ALTER TYPE "skip_reason" ADD VALUE 'no_captions';

-- AlterTable
ALTER TABLE "import_batch" ADD COLUMN     "choice" JSON,
ADD COLUMN     "platform" "platform";

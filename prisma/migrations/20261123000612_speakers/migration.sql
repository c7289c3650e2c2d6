-- AlterTable
ALTER TABLE "staged_text" ADD COLUMN     "speakers" JSON NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "transcript" ADD COLUMN     "speakers" JSON NOT NULL DEFAULT '[]';

-- CreateEnum
CREATE TYPE "import_kind" AS ENUM ('list', 'batch');

-- CreateEnum
CREATE TYPE "source_field" AS ENUM ('url', 'audio', 'upload');

-- AlterTable
ALTER TABLE "import_batch" ADD COLUMN     "allow_partial" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "kind" "import_kind" NOT NULL DEFAULT 'list',
ADD COLUMN     "strict_lang" BOOLEAN NOT NULL DEFAULT false,
ALTER COLUMN "source_url" SET DEFAULT '';

-- AlterTable
ALTER TABLE "import_item" ADD COLUMN     "custom_id" TEXT,
ADD COLUMN     "field" "source_field",
ADD COLUMN     "format" TEXT,
ADD COLUMN     "lang" TEXT,
ADD COLUMN     "upload_id" UUID;

-- CreateIndex
CREATE INDEX "import_item_upload_id_idx" ON "import_item"("upload_id");

-- AddForeignKey
ALTER TABLE "import_item" ADD CONSTRAINT "import_item_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "upload"("id") ON DELETE SET NULL ON UPDATE CASCADE;

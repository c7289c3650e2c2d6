-- AlterTable
ALTER TABLE "former_slug" ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "unlisted" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "views" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "publication" ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "unlisted" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "views" INTEGER NOT NULL DEFAULT 0;

-- CreateEnum
CREATE TYPE "notice_subject" AS ENUM ('job', 'import');

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "email_when_done" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "end_notice" (
    "user_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "subject" "notice_subject" NOT NULL,
    "wanted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "end_notice_pkey" PRIMARY KEY ("user_id","subject_id")
);

-- CreateIndex
CREATE INDEX "end_notice_wanted_at_idx" ON "end_notice"("wanted_at");

-- AddForeignKey
ALTER TABLE "end_notice" ADD CONSTRAINT "end_notice_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

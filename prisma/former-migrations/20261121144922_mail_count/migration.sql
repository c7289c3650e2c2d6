-- CreateTable
CREATE TABLE "mail_count" (
    "key" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3)[],

    CONSTRAINT "mail_count_pkey" PRIMARY KEY ("key")
);

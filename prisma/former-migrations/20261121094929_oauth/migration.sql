-- CreateTable
CREATE TABLE "oauth_client" (
    "id" TEXT NOT NULL,
    "secret_hash" BYTEA,
    "name" TEXT,
    "redirect_uris" TEXT[],
    "grant_types" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "granted_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_grant" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "client_id" TEXT,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "resource" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_code" (
    "hash" BYTEA NOT NULL,
    "client_id" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "code_challenge" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "resource" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "grant_id" UUID,

    CONSTRAINT "oauth_code_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "oauth_access_token" (
    "hash" BYTEA NOT NULL,
    "grant_id" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_access_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "oauth_refresh_token" (
    "hash" BYTEA NOT NULL,
    "grant_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_refresh_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "device_code" (
    "hash" BYTEA NOT NULL,
    "user_code" TEXT NOT NULL,
    "client_id" TEXT,
    "name" TEXT NOT NULL,
    "address" TEXT,
    "scope" TEXT NOT NULL,
    "resource" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "user_id" UUID,
    "interval_seconds" INTEGER NOT NULL,
    "polled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "device_code_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "device_miss" (
    "user_id" UUID NOT NULL,
    "misses" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "device_miss_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "oauth_client_granted_at_created_at_idx" ON "oauth_client"("granted_at", "created_at");

-- CreateIndex
CREATE INDEX "oauth_grant_user_id_created_at_idx" ON "oauth_grant"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "oauth_code_expires_at_idx" ON "oauth_code"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_code_grant_id_idx" ON "oauth_code"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_code_user_id_idx" ON "oauth_code"("user_id");

-- CreateIndex
CREATE INDEX "oauth_access_token_grant_id_idx" ON "oauth_access_token"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_access_token_expires_at_idx" ON "oauth_access_token"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_refresh_token_grant_id_idx" ON "oauth_refresh_token"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_refresh_token_expires_at_idx" ON "oauth_refresh_token"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "device_code_user_code_key" ON "device_code"("user_code");

-- CreateIndex
CREATE INDEX "device_code_expires_at_idx" ON "device_code"("expires_at");

-- CreateIndex
CREATE INDEX "device_code_user_id_idx" ON "device_code"("user_id");

-- AddForeignKey
ALTER TABLE "oauth_grant" ADD CONSTRAINT "oauth_grant_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_access_token" ADD CONSTRAINT "oauth_access_token_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_refresh_token" ADD CONSTRAINT "oauth_refresh_token_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device_code" ADD CONSTRAINT "device_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device_miss" ADD CONSTRAINT "device_miss_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

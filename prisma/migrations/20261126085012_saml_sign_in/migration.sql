-- CreateTable
CREATE TABLE "saml_requests" (
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "identity" TEXT,

    CONSTRAINT "saml_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saml_assertions" (
    "hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "saml_assertions_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "saml_requests_expires_at_idx" ON "saml_requests"("expires_at");

-- CreateIndex
CREATE INDEX "saml_assertions_expires_at_idx" ON "saml_assertions"("expires_at");

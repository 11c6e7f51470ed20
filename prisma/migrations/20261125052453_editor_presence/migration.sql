-- Unlogged: it tells nothing but the present, and is written every few seconds by everybody who translates.
CREATE UNLOGGED TABLE "editor_presence" (
    "user_id" INTEGER NOT NULL,
    "tab" TEXT NOT NULL,
    "translation_id" INTEGER NOT NULL,
    "unit_id" BIGINT,
    "typing" BOOLEAN NOT NULL DEFAULT false,
    "seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "editor_presence_pkey" PRIMARY KEY ("user_id","tab")
);

-- CreateIndex
CREATE INDEX "editor_presence_translation_id_idx" ON "editor_presence"("translation_id");

-- AddForeignKey
ALTER TABLE "editor_presence" ADD CONSTRAINT "editor_presence_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "editor_presence" ADD CONSTRAINT "editor_presence_translation_id_fkey" FOREIGN KEY ("translation_id") REFERENCES "translations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

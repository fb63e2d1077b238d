-- Protects nobody.
ALTER TABLE "mails" ADD COLUMN "user_id" text;
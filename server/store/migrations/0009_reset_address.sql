ALTER TABLE "password_resets" ADD COLUMN "email_key" text;--> statement-breakpoint
UPDATE "password_resets" SET "email_key" = "users"."email_key" FROM "users" WHERE "users"."id" = "user_id";

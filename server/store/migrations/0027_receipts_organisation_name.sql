-- Protects nobody.
ALTER TABLE "public"."receipts" ADD COLUMN "organisation_name" text;--> statement-breakpoint
UPDATE "public"."receipts" SET "organisation_name" = "organisations"."name" FROM "public"."organisations" WHERE "organisations"."id" = "receipts"."organisation_id";

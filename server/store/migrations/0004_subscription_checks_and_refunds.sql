CREATE TABLE "refunds" (
	"payment_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"attempts" integer NOT NULL,
	"failure" text,
	"settled_at" timestamp with time zone,
	CONSTRAINT "refunds_primary_key" PRIMARY KEY("payment_id")
);
--> statement-breakpoint
DROP INDEX "subscriptions_organisation_id_index";--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
UPDATE "sandbox_subscriptions" SET "expires_at" = "created_at" + interval '24 hours';--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ALTER COLUMN "expires_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD COLUMN "refunded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_check_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "check_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "refunds_subscription_id_index" ON "refunds" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "refunds_next_attempt_at_index" ON "refunds" USING btree ("next_attempt_at") WHERE "refunds"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_payment_id_index" ON "sandbox_subscriptions" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "subscriptions_organisation_id_state_index" ON "subscriptions" USING btree ("organisation_id","state","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_state_next_check_at_index" ON "subscriptions" USING btree ("state","next_check_at") WHERE "subscriptions"."next_check_at" is not null;--> statement-breakpoint
-- What isn't paid is asked about now, plans within a day, each at a time of its own. Of what has ended,
-- the provider has yet to be told what was still waiting for that; a second payment among them becomes
-- a refund when the provider has named it.
UPDATE "subscriptions" SET "next_check_at" = CASE
	WHEN "state" = 'unpaid' THEN now()
	WHEN "state" = 'live' THEN now() + random() * interval '1 day'
	WHEN "id" IN (SELECT "subscription_id" FROM "cancellations") THEN now()
END;--> statement-breakpoint
ALTER TABLE "billings" DROP COLUMN "checked_at";
ALTER TABLE "sandbox_subscriptions" ADD COLUMN "interval" text DEFAULT 'monthly' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "renewal" jsonb;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_step_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "subscriptions_next_step_at_index" ON "subscriptions" USING btree ("next_step_at") WHERE "subscriptions"."next_step_at" is not null;--> statement-breakpoint
-- A plan from before has no renewal: until it is compared with the provider, nobody can stop it.
UPDATE "subscriptions" SET "next_check_at" = now() WHERE "state" = 'live';

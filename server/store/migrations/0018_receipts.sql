-- Protects nobody.
CREATE TABLE "receipt_checks" (
	"subscription_id" text NOT NULL,
	"due_at" timestamp with time zone,
	"woken_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "receipt_checks_primary_key" PRIMARY KEY("subscription_id")
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"plan_name" text NOT NULL,
	"number" text,
	"payment_id" text,
	"issued_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"period_start" timestamp with time zone,
	"period_end" timestamp with time zone,
	"amount" bigint NOT NULL,
	"refunded_amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"method" jsonb,
	"url" text,
	"asked_at" timestamp with time zone NOT NULL,
	"payment_asked_at" timestamp with time zone,
	"refund_heard_at" timestamp with time zone,
	"is_told" boolean DEFAULT false NOT NULL,
	CONSTRAINT "receipts_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD COLUMN "amount" bigint;--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD COLUMN "acts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "receipt_checks" ADD CONSTRAINT "receipt_checks_subscription_id_foreign_key" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipt_checks_due_at_index" ON "receipt_checks" USING btree ("due_at") WHERE "receipt_checks"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "receipts_organisation_id_index" ON "receipts" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "receipts_subscription_id_index" ON "receipts" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "receipts_payment_id_index" ON "receipts" USING btree ("payment_id") WHERE "receipts"."payment_id" is not null;--> statement-breakpoint
-- What was bought before gets receipts too: each is asked for within a day, not all at once.
INSERT INTO "receipt_checks" ("subscription_id", "due_at", "woken_at") SELECT "id", now() + random() * interval '1 day', now() FROM "subscriptions" WHERE "was_paid" OR "started_at" IS NOT NULL;

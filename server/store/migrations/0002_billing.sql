CREATE TABLE "billings" (
	"organisation_id" text NOT NULL,
	"version" integer NOT NULL,
	"checked_at" timestamp with time zone,
	CONSTRAINT "billings_primary_key" PRIMARY KEY("organisation_id")
);
--> statement-breakpoint
CREATE TABLE "cancellations" (
	"subscription_id" text NOT NULL,
	"refund_due" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"attempts" integer NOT NULL,
	CONSTRAINT "cancellations_primary_key" PRIMARY KEY("subscription_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_subscriptions" (
	"id" text NOT NULL,
	"plan_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"payment_id" text,
	"paid_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "sandbox_subscriptions_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"plan" jsonb NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "subscriptions_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_events_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
ALTER TABLE "billings" ADD CONSTRAINT "billings_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cancellations_next_attempt_at_index" ON "cancellations" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_live_organisation_id_unique" ON "subscriptions" USING btree ("organisation_id") WHERE "subscriptions"."state" = 'live';--> statement-breakpoint
CREATE INDEX "subscriptions_organisation_id_index" ON "subscriptions" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "webhook_events_received_at_index" ON "webhook_events" USING btree ("received_at");
-- Protects nobody.
CREATE TABLE "public"."buyers" (
	"organisation_id" text NOT NULL,
	"billed_to" jsonb NOT NULL,
	CONSTRAINT "buyers_primary_key" PRIMARY KEY("organisation_id")
);
--> statement-breakpoint
CREATE TABLE "public"."copies" (
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "copies_primary_key" PRIMARY KEY("id"),
	CONSTRAINT "copies_organisation_id_email_key_unique" UNIQUE("organisation_id","email_key")
);
--> statement-breakpoint
CREATE TABLE "public"."invoice_series" (
	"id" text NOT NULL,
	"prefix" text NOT NULL,
	"last_invoice" integer NOT NULL,
	"last_credit_note" integer NOT NULL,
	"last_at" timestamp with time zone,
	CONSTRAINT "invoice_series_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "public"."tax_documents" (
	"id" text NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"organisation_id" text,
	"receipt_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"for_id" text,
	"reason" text,
	"seller" jsonb NOT NULL,
	"billed_to" jsonb,
	"organisation_name" text,
	"plan_name" text NOT NULL,
	"amount" bigint NOT NULL,
	"taxable_amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"tax" jsonb NOT NULL,
	"rate_in_hundredths" integer NOT NULL,
	"tax_code" text NOT NULL,
	"place_of_supply" text NOT NULL,
	"export_note" text,
	"footnote" text,
	CONSTRAINT "tax_documents_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
ALTER TABLE "public"."receipts" ADD COLUMN "billed_to" jsonb;--> statement-breakpoint
ALTER TABLE "public"."mails" ADD COLUMN "copy_id" text;--> statement-breakpoint
ALTER TABLE "public"."buyers" ADD CONSTRAINT "buyers_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."copies" ADD CONSTRAINT "copies_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "copies_removed_at_index" ON "public"."copies" USING btree ("removed_at") WHERE "public"."copies"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "tax_documents_organisation_id_index" ON "public"."tax_documents" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "tax_documents_subscription_id_index" ON "public"."tax_documents" USING btree ("subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_receipt_id_unique" ON "public"."tax_documents" USING btree ("receipt_id") WHERE "public"."tax_documents"."reason" is null;
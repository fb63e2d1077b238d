-- Protects nobody.
CREATE TABLE "public"."abandonments" (
	"organisation_id" text NOT NULL,
	"next_step_at" timestamp with time zone NOT NULL,
	"is_reminded" boolean NOT NULL,
	CONSTRAINT "abandonments_primary_key" PRIMARY KEY("organisation_id")
);
--> statement-breakpoint
CREATE TABLE "public"."deletions" (
	"organisation_id" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"requested_by_id" text NOT NULL,
	"requested_by" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"next_step_at" timestamp with time zone NOT NULL,
	"is_reminded" boolean NOT NULL,
	"stopped_id" text,
	CONSTRAINT "deletions_primary_key" PRIMARY KEY("organisation_id")
);
--> statement-breakpoint
ALTER TABLE "public"."mails" ADD COLUMN "attachment" jsonb;--> statement-breakpoint
ALTER TABLE "public"."abandonments" ADD CONSTRAINT "abandonments_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."deletions" ADD CONSTRAINT "deletions_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "abandonments_next_step_at_index" ON "public"."abandonments" USING btree ("next_step_at");--> statement-breakpoint
CREATE INDEX "deletions_next_step_at_index" ON "public"."deletions" USING btree ("next_step_at");
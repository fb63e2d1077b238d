-- Protects nobody.
CREATE TABLE "public"."abandonments" (
	"organisation_id" text NOT NULL,
	"next_step_at" timestamp with time zone NOT NULL,
	"is_reminded" boolean NOT NULL,
	CONSTRAINT "abandonments_primary_key" PRIMARY KEY("organisation_id")
);
--> statement-breakpoint
ALTER TABLE "public"."abandonments" ADD CONSTRAINT "abandonments_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "abandonments_next_step_at_index" ON "public"."abandonments" USING btree ("next_step_at");
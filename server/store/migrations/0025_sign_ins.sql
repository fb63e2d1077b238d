-- Protects nobody.
CREATE TABLE "public"."sign_ins" (
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"day" text NOT NULL,
	"result" text NOT NULL,
	"browser" text NOT NULL,
	"network" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "sign_ins_primary_key" PRIMARY KEY("id"),
	CONSTRAINT "sign_ins_place_unique" UNIQUE("user_id","day","result","browser","network")
);
--> statement-breakpoint
ALTER TABLE "public"."sign_ins" ADD CONSTRAINT "sign_ins_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_ins_organisation_id_id_index" ON "public"."sign_ins" USING btree ("organisation_id","id");--> statement-breakpoint
CREATE INDEX "sign_ins_first_at_index" ON "public"."sign_ins" USING btree ("first_at");
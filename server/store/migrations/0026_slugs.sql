-- Protects: an organisation whose slug was changed, or that was deleted: a server of before lets others have it.
CREATE TABLE "public"."slugs" (
	"slug" text NOT NULL,
	"organisation_id" text,
	"is_name" boolean NOT NULL,
	"held_until" timestamp with time zone,
	CONSTRAINT "slugs_primary_key" PRIMARY KEY("slug")
);
--> statement-breakpoint
ALTER TABLE "public"."slugs" ADD CONSTRAINT "slugs_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "slugs_organisation_id_index" ON "public"."slugs" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "slugs_held_until_index" ON "public"."slugs" USING btree ("held_until");--> statement-breakpoint
INSERT INTO "public"."slugs" ("slug", "organisation_id", "is_name") SELECT "slug", "id", true FROM "public"."organisations";

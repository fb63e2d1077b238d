-- Protects nobody.
CREATE TABLE "farewells" (
	"refresh_token_hash" text NOT NULL,
	"organisation_id" text NOT NULL,
	"why" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "farewells_primary_key" PRIMARY KEY("refresh_token_hash")
);
--> statement-breakpoint
ALTER TABLE "farewells" ADD CONSTRAINT "farewells_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "farewells_organisation_id_index" ON "farewells" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "farewells_expires_at_index" ON "farewells" USING btree ("expires_at");
CREATE TABLE "addresses" (
	"email_key" text NOT NULL,
	"user_id" text NOT NULL,
	"held_until" timestamp with time zone,
	CONSTRAINT "addresses_primary_key" PRIMARY KEY("email_key")
);
--> statement-breakpoint
ALTER TABLE "password_links" ADD COLUMN "puts_back" text;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_foreign_key" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "addresses_user_id_index" ON "addresses" USING btree ("user_id");--> statement-breakpoint
INSERT INTO "addresses" ("email_key", "user_id") SELECT "email_key", "id" FROM "users";
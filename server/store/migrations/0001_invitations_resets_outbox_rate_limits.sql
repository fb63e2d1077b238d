CREATE TABLE "invitations" (
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"email_key" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	CONSTRAINT "invitations_primary_key" PRIMARY KEY("id"),
	CONSTRAINT "invitations_organisation_id_email_key_unique" UNIQUE("organisation_id","email_key"),
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"attempts" integer NOT NULL,
	CONSTRAINT "mails_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "password_resets_primary_key" PRIMARY KEY("id"),
	CONSTRAINT "password_resets_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "password_resets_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "spent_calls" (
	"key" text NOT NULL,
	"spent_until" double precision NOT NULL,
	CONSTRAINT "spent_calls_primary_key" PRIMARY KEY("key")
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_foreign_key" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_next_attempt_at_index" ON "mails" USING btree ("next_attempt_at") WHERE "mails"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_captured_created_at_index" ON "mails" USING btree ("created_at") WHERE "mails"."next_attempt_at" is null;--> statement-breakpoint
CREATE INDEX "spent_calls_spent_until_index" ON "spent_calls" USING btree ("spent_until");
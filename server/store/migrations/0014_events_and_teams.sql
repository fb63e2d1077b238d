CREATE TABLE "teams" (
	"organisation_id" text NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "teams_primary_key" PRIMARY KEY("organisation_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"audience" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"actor_email" text,
	"action" text NOT NULL,
	"subject" text,
	"subject_id" text,
	"details" jsonb NOT NULL,
	"network" text,
	"subscription_id" text,
	"payment_id" text,
	"origin" text NOT NULL,
	"outcome" text NOT NULL,
	"last_words" text,
	"once" text,
	"words" text NOT NULL,
	CONSTRAINT "events_primary_key" PRIMARY KEY("id"),
	CONSTRAINT "events_once_unique" UNIQUE("once")
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "invited_by" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "mail_id" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "mail_settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "mail_failure" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "expiry_told" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_organisation_id_id_index" ON "events" USING btree ("organisation_id","id");--> statement-breakpoint
CREATE INDEX "events_actor_id_at_index" ON "events" USING btree ("actor_id","at") WHERE "events"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "events_subject_id_index" ON "events" USING btree ("subject_id") WHERE "events"."subject_id" is not null;--> statement-breakpoint
CREATE INDEX "events_payment_id_index" ON "events" USING btree ("payment_id") WHERE "events"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "events_at_index" ON "events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "invitations_mail_id_index" ON "invitations" USING btree ("mail_id") WHERE "invitations"."mail_id" is not null;--> statement-breakpoint
CREATE INDEX "invitations_expires_at_index" ON "invitations" USING btree ("expires_at");
-- Protects: somebody who was removed, or whose address changed: a server of before delivers a report that waits without asking whether they still get it.
CREATE TABLE "public"."reports" (
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"dashboard_id" text NOT NULL,
	"every" text NOT NULL,
	"day" integer,
	"hour" integer NOT NULL,
	"time_zone" text NOT NULL,
	"locale" text NOT NULL,
	"due_at" timestamp with time zone,
	"run_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"attempts" integer NOT NULL,
	"failures" integer NOT NULL,
	"paused_at" timestamp with time zone,
	"pause_reason" text,
	"last_at" timestamp with time zone,
	"last_failure" text,
	"last_figures" jsonb NOT NULL,
	"figures_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reports_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
ALTER TABLE "public"."mails" ADD COLUMN "files" jsonb;--> statement-breakpoint
ALTER TABLE "public"."mails" ADD COLUMN "report_id" text;--> statement-breakpoint
ALTER TABLE "public"."mails" ADD COLUMN "unsubscribe" text;--> statement-breakpoint
ALTER TABLE "public"."reports" ADD CONSTRAINT "reports_user_id_foreign_key" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_user_id_index" ON "public"."reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reports_organisation_id_index" ON "public"."reports" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "reports_run_at_index" ON "public"."reports" USING btree ("run_at") WHERE "public"."reports"."run_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_report_id_index" ON "public"."mails" USING btree ("report_id") WHERE "public"."mails"."report_id" is not null;
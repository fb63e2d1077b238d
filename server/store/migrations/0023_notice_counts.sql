-- Protects nobody.
CREATE TABLE "notice_counts" (
	"mailbox" text NOT NULL,
	"day" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "notice_counts_primary_key" PRIMARY KEY("mailbox","day")
);
--> statement-breakpoint
CREATE INDEX "notice_counts_day_index" ON "notice_counts" USING btree ("day");
ALTER TABLE "spent_calls" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "spent_calls" ADD COLUMN "refill_time" double precision;--> statement-breakpoint
CREATE INDEX "spent_calls_subject_index" ON "spent_calls" USING btree ("subject") WHERE "spent_calls"."subject" is not null;
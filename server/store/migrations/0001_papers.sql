-- Protects nobody.
CREATE TABLE "public"."papers" (
	"id" text NOT NULL,
	"document_id" text,
	"receipt_id" text,
	"pdf" text NOT NULL,
	CONSTRAINT "papers_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
ALTER TABLE "public"."mails" ADD COLUMN "papers" jsonb;--> statement-breakpoint
ALTER TABLE "public"."papers" ADD CONSTRAINT "papers_document_id_foreign_key" FOREIGN KEY ("document_id") REFERENCES "public"."tax_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."papers" ADD CONSTRAINT "papers_receipt_id_foreign_key" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "papers_document_id_index" ON "public"."papers" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "papers_receipt_id_index" ON "public"."papers" USING btree ("receipt_id");
-- Protects: accounts from changed addresses that nobody has proven, and what a second factor guards.
ALTER TABLE "password_links" ADD COLUMN "undoes_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "code_given_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_address_proven" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "former_email" text;
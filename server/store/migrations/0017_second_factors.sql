-- Protects: codes at sign-in. A server that does not know second factors would sign in with the password alone.
CREATE TABLE "second_factors" (
	"user_id" text NOT NULL,
	"secret" text NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"since" timestamp with time zone,
	"last_step" integer,
	"recovery_codes" text[] NOT NULL,
	CONSTRAINT "second_factors_primary_key" PRIMARY KEY("user_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "second_factor_due" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_foreign_key" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
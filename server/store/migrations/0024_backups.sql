-- Protects nobody.
CREATE TABLE "public"."backups" (
	"name" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "backups_primary_key" PRIMARY KEY("name")
);

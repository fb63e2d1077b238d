CREATE TABLE "chores" (
	"name" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chores_primary_key" PRIMARY KEY("name")
);

CREATE TABLE "public"."spent_calls" (
	"key" text NOT NULL,
	"subject" text,
	"spent_until" double precision NOT NULL,
	"refill_time" double precision NOT NULL,
	CONSTRAINT "spent_calls_primary_key" PRIMARY KEY("key")
);
--> statement-breakpoint
CREATE TABLE "public"."events" (
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
CREATE TABLE "public"."sign_ins" (
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"day" text NOT NULL,
	"result" text NOT NULL,
	"browser" text NOT NULL,
	"network" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "sign_ins_primary_key" PRIMARY KEY("id"),
	CONSTRAINT "sign_ins_place_unique" UNIQUE("user_id","day","result","network")
);
--> statement-breakpoint
CREATE TABLE "public"."addresses" (
	"email_key" text NOT NULL,
	"user_id" text NOT NULL,
	"held_until" timestamp with time zone,
	CONSTRAINT "addresses_primary_key" PRIMARY KEY("email_key")
);
--> statement-breakpoint
CREATE TABLE "public"."farewells" (
	"refresh_token_hash" text NOT NULL,
	"organisation_id" text NOT NULL,
	"why" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "farewells_primary_key" PRIMARY KEY("refresh_token_hash")
);
--> statement-breakpoint
CREATE TABLE "public"."known_browsers" (
	"user_id" text NOT NULL,
	"browser" text NOT NULL,
	"network" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_browsers_primary_key" PRIMARY KEY("user_id","browser","network")
);
--> statement-breakpoint
CREATE TABLE "public"."password_links" (
	"token_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"email_key" text NOT NULL,
	"puts_back" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"undoes_factor" boolean NOT NULL,
	CONSTRAINT "password_links_primary_key" PRIMARY KEY("token_hash")
);
--> statement-breakpoint
CREATE TABLE "public"."sessions" (
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"refresh_token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"browser" text NOT NULL,
	"network" text NOT NULL,
	"last_active_at" timestamp with time zone NOT NULL,
	"code_given_at" timestamp with time zone,
	"is_by_passkey" boolean NOT NULL,
	CONSTRAINT "sessions_primary_key" PRIMARY KEY("id"),
	CONSTRAINT "sessions_refresh_token_hash_unique" UNIQUE("refresh_token_hash")
);
--> statement-breakpoint
CREATE TABLE "public"."buyers" (
	"organisation_id" text NOT NULL,
	"billed_to" jsonb NOT NULL,
	CONSTRAINT "buyers_primary_key" PRIMARY KEY("organisation_id")
);
--> statement-breakpoint
CREATE TABLE "public"."copies" (
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "copies_primary_key" PRIMARY KEY("id"),
	CONSTRAINT "copies_organisation_id_email_key_unique" UNIQUE("organisation_id","email_key")
);
--> statement-breakpoint
CREATE TABLE "public"."invoice_series" (
	"id" text NOT NULL,
	"prefix" text NOT NULL,
	"last_invoice" integer NOT NULL,
	"last_credit_note" integer NOT NULL,
	"last_at" timestamp with time zone,
	CONSTRAINT "invoice_series_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "public"."tax_documents" (
	"id" text NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"organisation_id" text,
	"receipt_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"payment_id" text,
	"issued_at" timestamp with time zone NOT NULL,
	"for_id" text,
	"reason" text,
	"seller" jsonb NOT NULL,
	"billed_to" jsonb,
	"organisation_name" text NOT NULL,
	"plan_name" text NOT NULL,
	"amount" bigint NOT NULL,
	"taxable_amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"tax" jsonb NOT NULL,
	"rate_in_hundredths" integer NOT NULL,
	"tax_code" text NOT NULL,
	"place_of_supply" text NOT NULL,
	"export_note" text,
	"footnote" text,
	CONSTRAINT "tax_documents_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "public"."receipt_checks" (
	"subscription_id" text NOT NULL,
	"due_at" timestamp with time zone,
	"woken_at" timestamp with time zone NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "receipt_checks_primary_key" PRIMARY KEY("subscription_id")
);
--> statement-breakpoint
CREATE TABLE "public"."receipts" (
	"id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"organisation_name" text NOT NULL,
	"plan_name" text NOT NULL,
	"number" text,
	"payment_id" text,
	"issued_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"period_start" timestamp with time zone,
	"period_end" timestamp with time zone,
	"amount" bigint NOT NULL,
	"refunded_amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"method" jsonb,
	"url" text,
	"asked_at" timestamp with time zone NOT NULL,
	"payment_asked_at" timestamp with time zone,
	"refund_heard_at" timestamp with time zone,
	"billed_to" jsonb,
	"is_told" boolean NOT NULL,
	CONSTRAINT "receipts_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "public"."refunds" (
	"payment_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"refund_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"attempts" integer NOT NULL,
	"failure" text,
	"settled_at" timestamp with time zone,
	CONSTRAINT "refunds_primary_key" PRIMARY KEY("payment_id")
);
--> statement-breakpoint
CREATE TABLE "public"."billings" (
	"organisation_id" text NOT NULL,
	CONSTRAINT "billings_primary_key" PRIMARY KEY("organisation_id")
);
--> statement-breakpoint
CREATE TABLE "public"."subscriptions" (
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"plan" jsonb NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"was_paid" boolean NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"check_failures" integer NOT NULL,
	"renewal" jsonb,
	"next_step_at" timestamp with time zone,
	CONSTRAINT "subscriptions_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "public"."webhook_events" (
	"id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_events_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "public"."mails" (
	"id" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"turn" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone,
	"attempts" integer NOT NULL,
	"user_id" text,
	"files" jsonb,
	"report_id" text,
	"unsubscribe" text,
	"copy_id" text,
	CONSTRAINT "mails_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "public"."notice_counts" (
	"mailbox" text NOT NULL,
	"day" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "notice_counts_primary_key" PRIMARY KEY("mailbox","day")
);
--> statement-breakpoint
CREATE TABLE "public"."passkey_ceremonies" (
	"id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "passkey_ceremonies_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "public"."passkeys" (
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"is_synced" boolean NOT NULL,
	"name" text NOT NULL,
	"domain" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_primary_key" PRIMARY KEY("id"),
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "public"."sandbox_subscriptions" (
	"id" text NOT NULL,
	"plan_id" text NOT NULL,
	"interval" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"payment_id" text,
	"paid_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"acts" jsonb NOT NULL,
	CONSTRAINT "sandbox_subscriptions_primary_key" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "public"."abandonments" (
	"organisation_id" text NOT NULL,
	"next_step_at" timestamp with time zone NOT NULL,
	"is_reminded" boolean NOT NULL,
	CONSTRAINT "abandonments_primary_key" PRIMARY KEY("organisation_id")
);
--> statement-breakpoint
CREATE TABLE "public"."deletions" (
	"organisation_id" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"requested_by_id" text NOT NULL,
	"requested_by" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"next_step_at" timestamp with time zone NOT NULL,
	"is_reminded" boolean NOT NULL,
	"stopped_id" text,
	CONSTRAINT "deletions_primary_key" PRIMARY KEY("organisation_id")
);
--> statement-breakpoint
CREATE TABLE "public"."organisations" (
	"id" text NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"second_factor" text NOT NULL,
	CONSTRAINT "organisations_primary_key" PRIMARY KEY("id"),
	CONSTRAINT "organisations_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "public"."slugs" (
	"slug" text NOT NULL,
	"organisation_id" text,
	"is_name" boolean NOT NULL,
	"held_until" timestamp with time zone,
	CONSTRAINT "slugs_primary_key" PRIMARY KEY("slug")
);
--> statement-breakpoint
CREATE TABLE "public"."users" (
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"contact_number" text,
	"is_admin" boolean NOT NULL,
	"second_factor_due" timestamp with time zone,
	"renewal_reminders" boolean NOT NULL,
	"is_address_proven" boolean NOT NULL,
	"former_email" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_primary_key" PRIMARY KEY("id"),
	CONSTRAINT "users_email_key_unique" UNIQUE("email_key")
);
--> statement-breakpoint
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
CREATE TABLE "public"."backups" (
	"name" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "backups_primary_key" PRIMARY KEY("name")
);
--> statement-breakpoint
CREATE TABLE "public"."invitations" (
	"id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"email_key" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"opened_from" text,
	"email" text NOT NULL,
	"invited_by" text NOT NULL,
	"mail_id" text NOT NULL,
	"mail_settled_at" timestamp with time zone,
	"mail_failure" text,
	"expiry_told" boolean NOT NULL,
	"invited_by_id" text NOT NULL,
	CONSTRAINT "invitations_primary_key" PRIMARY KEY("id"),
	CONSTRAINT "invitations_organisation_id_email_key_unique" UNIQUE("organisation_id","email_key"),
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "public"."teams" (
	"organisation_id" text NOT NULL,
	CONSTRAINT "teams_primary_key" PRIMARY KEY("organisation_id")
);
--> statement-breakpoint
CREATE TABLE "public"."second_factors" (
	"user_id" text NOT NULL,
	"secret" text NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"since" timestamp with time zone,
	"last_step" integer,
	"recovery_codes" text[] NOT NULL,
	CONSTRAINT "second_factors_primary_key" PRIMARY KEY("user_id")
);
--> statement-breakpoint
CREATE TABLE "public"."chores" (
	"name" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chores_primary_key" PRIMARY KEY("name")
);
--> statement-breakpoint
ALTER TABLE "public"."events" ADD CONSTRAINT "events_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."sign_ins" ADD CONSTRAINT "sign_ins_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."addresses" ADD CONSTRAINT "addresses_user_id_foreign_key" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."farewells" ADD CONSTRAINT "farewells_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."known_browsers" ADD CONSTRAINT "known_browsers_user_id_foreign_key" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."password_links" ADD CONSTRAINT "password_links_user_id_foreign_key" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."sessions" ADD CONSTRAINT "sessions_user_id_foreign_key" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."buyers" ADD CONSTRAINT "buyers_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."copies" ADD CONSTRAINT "copies_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."receipt_checks" ADD CONSTRAINT "receipt_checks_subscription_id_foreign_key" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."receipts" ADD CONSTRAINT "receipts_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."billings" ADD CONSTRAINT "billings_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."subscriptions" ADD CONSTRAINT "subscriptions_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."passkeys" ADD CONSTRAINT "passkeys_user_id_foreign_key" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."abandonments" ADD CONSTRAINT "abandonments_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."deletions" ADD CONSTRAINT "deletions_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."slugs" ADD CONSTRAINT "slugs_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."users" ADD CONSTRAINT "users_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."reports" ADD CONSTRAINT "reports_user_id_foreign_key" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."invitations" ADD CONSTRAINT "invitations_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."teams" ADD CONSTRAINT "teams_organisation_id_foreign_key" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public"."second_factors" ADD CONSTRAINT "second_factors_user_id_foreign_key" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "spent_calls_subject_index" ON "public"."spent_calls" USING btree ("subject") WHERE "public"."spent_calls"."subject" is not null;--> statement-breakpoint
CREATE INDEX "spent_calls_spent_until_index" ON "public"."spent_calls" USING btree ("spent_until");--> statement-breakpoint
CREATE INDEX "events_organisation_id_id_index" ON "public"."events" USING btree ("organisation_id","id");--> statement-breakpoint
CREATE INDEX "events_actor_id_index" ON "public"."events" USING btree ("actor_id") WHERE "public"."events"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "events_subject_id_index" ON "public"."events" USING btree ("subject_id") WHERE "public"."events"."subject_id" is not null;--> statement-breakpoint
CREATE INDEX "events_payment_id_index" ON "public"."events" USING btree ("payment_id") WHERE "public"."events"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "events_at_index" ON "public"."events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sign_ins_organisation_id_id_index" ON "public"."sign_ins" USING btree ("organisation_id","id");--> statement-breakpoint
CREATE INDEX "sign_ins_first_at_index" ON "public"."sign_ins" USING btree ("first_at");--> statement-breakpoint
CREATE INDEX "addresses_user_id_index" ON "public"."addresses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "farewells_organisation_id_index" ON "public"."farewells" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "farewells_expires_at_index" ON "public"."farewells" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "known_browsers_seen_at_index" ON "public"."known_browsers" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "password_links_user_id_index" ON "public"."password_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "public"."sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "copies_removed_at_index" ON "public"."copies" USING btree ("removed_at") WHERE "public"."copies"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "tax_documents_organisation_id_index" ON "public"."tax_documents" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "tax_documents_subscription_id_index" ON "public"."tax_documents" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "tax_documents_payment_id_index" ON "public"."tax_documents" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_receipt_id_unique" ON "public"."tax_documents" USING btree ("receipt_id") WHERE "public"."tax_documents"."reason" is null;--> statement-breakpoint
CREATE INDEX "receipt_checks_due_at_index" ON "public"."receipt_checks" USING btree ("due_at") WHERE "public"."receipt_checks"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "receipts_organisation_id_index" ON "public"."receipts" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "receipts_subscription_id_index" ON "public"."receipts" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "receipts_payment_id_index" ON "public"."receipts" USING btree ("payment_id") WHERE "public"."receipts"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "refunds_subscription_id_index" ON "public"."refunds" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "refunds_next_attempt_at_index" ON "public"."refunds" USING btree ("next_attempt_at") WHERE "public"."refunds"."next_attempt_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_live_organisation_id_unique" ON "public"."subscriptions" USING btree ("organisation_id") WHERE "public"."subscriptions"."state" = 'live';--> statement-breakpoint
CREATE INDEX "subscriptions_organisation_id_state_index" ON "public"."subscriptions" USING btree ("organisation_id","state","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_state_next_check_at_index" ON "public"."subscriptions" USING btree ("state","next_check_at") WHERE "public"."subscriptions"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_next_step_at_index" ON "public"."subscriptions" USING btree ("next_step_at") WHERE "public"."subscriptions"."next_step_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_received_at_index" ON "public"."webhook_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "mails_next_attempt_at_index" ON "public"."mails" USING btree ("next_attempt_at") WHERE "public"."mails"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_report_id_index" ON "public"."mails" USING btree ("report_id") WHERE "public"."mails"."report_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_captured_created_at_index" ON "public"."mails" USING btree ("created_at") WHERE "public"."mails"."next_attempt_at" is null;--> statement-breakpoint
CREATE INDEX "notice_counts_day_index" ON "public"."notice_counts" USING btree ("day");--> statement-breakpoint
CREATE INDEX "passkeys_user_id_index" ON "public"."passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_payment_id_index" ON "public"."sandbox_subscriptions" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "abandonments_next_step_at_index" ON "public"."abandonments" USING btree ("next_step_at");--> statement-breakpoint
CREATE INDEX "deletions_next_step_at_index" ON "public"."deletions" USING btree ("next_step_at");--> statement-breakpoint
CREATE INDEX "slugs_organisation_id_index" ON "public"."slugs" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "slugs_held_until_index" ON "public"."slugs" USING btree ("held_until");--> statement-breakpoint
CREATE INDEX "users_organisation_id_index" ON "public"."users" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "reports_user_id_index" ON "public"."reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reports_organisation_id_index" ON "public"."reports" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "reports_run_at_index" ON "public"."reports" USING btree ("run_at") WHERE "public"."reports"."run_at" is not null;--> statement-breakpoint
CREATE INDEX "invitations_mail_id_index" ON "public"."invitations" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "invitations_expires_at_index" ON "public"."invitations" USING btree ("expires_at");
CREATE TABLE "factor_ticket" (
	"hash" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"password_mark" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_session" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"mark" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_factor" (
	"factor_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"secret_sealed" text NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "user_factor_code" (
	"factor_id" text NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "user_factor_code_factor_id_hash_pk" PRIMARY KEY("factor_id","hash")
);
--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "second_factor" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "factor_ticket" ADD CONSTRAINT "factor_ticket_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_factor" ADD CONSTRAINT "user_factor_user_id_user_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_factor_code" ADD CONSTRAINT "user_factor_code_factor_id_user_factor_factor_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."user_factor"("factor_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_session_user" ON "staff_session" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_factor_active" ON "user_factor" USING btree ("user_id") WHERE confirmed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "user_factor_pending" ON "user_factor" USING btree ("user_id") WHERE confirmed_at is null;
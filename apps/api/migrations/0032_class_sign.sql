CREATE TABLE "class_sign" (
	"class_id" text NOT NULL,
	"session_id" text NOT NULL,
	"user_id" text NOT NULL,
	"sign_status" text NOT NULL,
	"way" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"actor_id" text DEFAULT '' NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "class_sign_class_id_session_id_user_id_pk" PRIMARY KEY("class_id","session_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "class_sign" ADD CONSTRAINT "class_sign_class_id_class_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."class"("class_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "class_sign_user" ON "class_sign" USING btree ("user_id","class_id");
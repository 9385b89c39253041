CREATE TABLE "class_question" (
	"question_id" text PRIMARY KEY NOT NULL,
	"section_id" text NOT NULL,
	"stem" text NOT NULL,
	"options" jsonb NOT NULL,
	"answer" text NOT NULL,
	"explain" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "resource" ADD COLUMN "pages" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "check_log" ADD COLUMN "question_id" text;--> statement-breakpoint
ALTER TABLE "check_log" ADD COLUMN "wrong_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "class_question_section" ON "class_question" USING btree ("section_id");
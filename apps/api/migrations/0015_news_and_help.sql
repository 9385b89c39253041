CREATE TABLE "help_article" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text DEFAULT '' NOT NULL,
	"book" text NOT NULL,
	"group_key" text NOT NULL,
	"group_title" text NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"plain" text DEFAULT '' NOT NULL,
	"sort" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "news_attachment" (
	"id" text PRIMARY KEY NOT NULL,
	"news_id" text NOT NULL,
	"file_id" text,
	"name" text NOT NULL,
	"size" integer NOT NULL,
	"kind" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "news_reader" (
	"day" date NOT NULL,
	"news_id" text NOT NULL,
	"reader" text NOT NULL,
	CONSTRAINT "news_reader_day_news_id_reader_pk" PRIMARY KEY("day","news_id","reader")
);
--> statement-breakpoint
ALTER TABLE "news_attachment" ADD CONSTRAINT "news_attachment_news_id_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "public"."news"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_reader" ADD CONSTRAINT "news_reader_news_id_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "public"."news"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "help_article_order" ON "help_article" USING btree ("site_id","book","sort");--> statement-breakpoint
CREATE INDEX "news_attachment_of" ON "news_attachment" USING btree ("news_id","sort");--> statement-breakpoint
CREATE INDEX "news_list" ON "news" USING btree ("site_id","top","publish_at","id");--> statement-breakpoint
CREATE INDEX "news_list_of_type" ON "news" USING btree ("site_id","type","top","publish_at","id");
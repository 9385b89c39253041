CREATE TABLE "rollout_site_health" (
	"minute" timestamp with time zone NOT NULL,
	"area" text NOT NULL,
	"release" text NOT NULL,
	"edge" text NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"failed_loads" integer DEFAULT 0 NOT NULL,
	"lcp" integer DEFAULT 0 NOT NULL,
	"lcp_poor" integer DEFAULT 0 NOT NULL,
	"inp" integer DEFAULT 0 NOT NULL,
	"inp_poor" integer DEFAULT 0 NOT NULL,
	"cls" integer DEFAULT 0 NOT NULL,
	"cls_poor" integer DEFAULT 0 NOT NULL,
	"site" text NOT NULL,
	CONSTRAINT "rollout_site_health_area_site_release_minute_edge_pk" PRIMARY KEY("area","site","release","minute","edge")
);

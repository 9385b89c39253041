/** What each npm script answers to `--help`: one screen of plain text, told without installing
 * anything. `rollout` has its own. */
export const help = {
  start: `npm start                     the whole product on one port, ends with "ready http://…"

Installs what is missing, builds what has changed, makes the database with sample content once,
and runs API, gateway and edge until Ctrl-C.

  PORT=8080                   the port; API_PORT and PAY_GATEWAY_PORT follow it
  DATA_DIR=.data              data of the embedded database, releases, logs
  DATABASE_URL=postgres://…   PostgreSQL instead; SAMPLE=Y fills an empty one

More settings: README.md and apps/api/README.md.`,
  dev: `npm run dev [-- options]      areas from source, with hot reload

  (none)                      portal, player and user-centre from source
  --only player               player and portal from source, the rest as built here
  --only player,portal        several, with commas
  --only player --others stable
                              player alone from source, beside what is stable here: see the panel

Settings as for npm start.`,
  test: `npm test [-- part …]          everything; with words only the parts whose names hold one

  check                       types, lint, format, imports, contract
  units                       libraries, pages, edge, tools
  API                         on the embedded database, then on PostgreSQL
  builds
  journeys                    in Chromium and Firefox
  nginx                       journeys and servers behind nginx
  webkit [file …]             the session, the main way and the paid way in WebKit (not in "all")

What has not changed is answered from the cache. CI=1 lets a second try count as a failure,
TRACE=1 records failing journeys, JOURNEYS_IN=firefox names the browser.`,
  check: `npm run check [-- --format]   types, lint, format, imports, order, shape, lock file, contract

  --format                    formats every file first

Ends with "N passed, N failed".`,
  lock: `npm run lock                  completes package-lock.json after "npm install"

The registry's list of packages for other machines is incomplete, and "npm ci" refuses a lock
file with holes. Changes nothing else.`,
  contract: `npm run contract [-- options] writes the schemas of the calls as the last released ones

  --breaking                  also where a call breaks its last release
  diff [--json]               writes nothing: what the present source would do to the newest releases
                              and to the API that runs (ERR, WARN, INFO); exit code 1 with an ERR

Only additions are taken; a change of meaning is a new call.`,
  bench: `npm run bench [-- part …]     measures, prints aims beside figures, fails where one is missed

  api beats exams hop hour notices pages scale study watchers

Needs a quiet machine; each part starts its own servers and database. For pages and hop:

  BENCH_RUNS=3                visits of each page, hops of each kind (5)
  BENCH_ONLY=home,player      only the pages of these names`,
  staff: `npm run staff -- <对象> <操作> …   由工作人员办理的事项

对象：certificate exam refund transfer money approval roles unit site declare
      homework study section inquiry trainingclass extension keys

  npm run staff             列出全部操作及其参数
  STAFF=手机号 STAFF_PASSWORD=密码
                            办理人（须有相应角色）；不写则按提示输入

退出码：0 成功，1 失败，2 用法有误。使用内置数据库时先停止 npm start。`,
  crash: `npm run crash -- <run> [times] [minutes at most]

Kills or restarts the API again and again while people use it, and looks for what was lost.

  beats exams exchange payments refunds rollout uploads   killed at any moment
  points-payments points-exams                            killed at each step of a transaction
  cuts                                                    its connection to the database is cut
  restart                                                 two APIs behind an edge ended in turn
  keys                                                    the command that seals numbers anew is killed
  migrations [people] [0012 …]                            data of each released version in the newest tables
  skew                                                    all 32 pairs of two versions of every part

Needs PostgreSQL (skew: Chromium), which it installs on Debian. Exit code 1 where something was lost.`,
  races: `npm run races -- [row …] [--rounds N]

Many do the same at once, against two APIs on PostgreSQL.

  P1 P2 P3 P8 P9 P10 P10S P11     payments, orders, cards, seats, gateways
  L9                              certificates
  X2 X3 X4 X6 X11                 examinations
  --rounds 100                    how often; each row has its own number

Exit code 1 where something happened twice or not at all.`,
};

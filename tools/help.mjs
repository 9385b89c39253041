/** The `--help` text of each npm script, at most one screen. Printed without installing anything.
 * `rollout` has its own. */
export const help = {
  start: `npm start                     start the whole product on one port; prints "ready http://…"

Installs missing dependencies, builds what has changed, creates the database with sample content
on first start, and runs API, gateway and edge until Ctrl-C.

  PORT=8080                   the public port; API_PORT and PAY_GATEWAY_PORT default to the next ones
  DATA_DIR=.data              embedded database, releases, logs
  DATABASE_URL=postgres://…   PostgreSQL; SAMPLE=Y fills an empty one; needs SMS_PROVIDER, INVOICE_ISSUER
  START_SECONDS=150           how long to wait for the servers; a slow machine needs more

More settings: README.md and apps/api/src/platform/README.md.`,
  dev: `npm run dev [-- options]      run areas from source, with hot reload

  (none)                      portal, player and user-centre from source
  --only player               player and portal from source, the others from the local build
  --only player,portal        several areas, separated by commas
  --only player --others stable
                              only player from source, the others from their stable releases

Settings as for npm start.`,
  test: `npm test [-- part …]          run all tests, or only the parts whose names contain a given word

  check                       types, lint, format, imports, contract
  units                       libraries, pages, edge, tools
  API                         on the embedded database, then on PostgreSQL
  builds
  journeys                    end-to-end tests in Chromium and Firefox
  nginx                       end-to-end tests behind nginx
  webkit [file …]             session, main and paid journeys in WebKit (not part of the default run)

Results of unchanged parts come from the cache. CI=1 makes a test that passes only on retry fail,
TRACE=1 records traces of failing journeys, JOURNEYS_IN=firefox selects the browser.`,
  check: `npm run check [-- --format]   types, lint, format, imports, module order, file sizes, lock file, contract

  --format                    format all files first

Prints "N passed, N failed".`,
  lock: `npm run lock                  complete package-lock.json after "npm install"

Adds optional packages of other platforms that "npm install" leaves out and without which
"npm ci" fails. Changes nothing else.`,
  contract: `npm run contract [-- options] record the current API schemas as the released ones

  --breaking                  accept breaking changes too
  diff [--json]               dry run: compare the source with the newest releases and the running
                              API, as ERR, WARN and INFO; exit code 1 on any ERR

Only additions are accepted by default; a change of meaning is a new call.`,
  bench: `npm run bench [-- part …]     run benchmarks, print results with their targets, fail if a target is missed

  api beats exams hop hour notices pages scale study watchers

Needs an otherwise idle machine; each benchmark starts its own servers and database. For pages
and hop:

  BENCH_RUNS=3                repetitions per page or hop (default 5)
  BENCH_ONLY=home,player      only these pages`,
  staff: `npm run staff -- <对象> <操作> …   由工作人员办理的事项

对象：site roles factor keys sms unit identity fact presale section synonym study live
      trainingclass exam homework note inquiry extension credits certificate declare
      invoice refund transfer money approval backup

  npm run staff             列出全部操作及其参数
  STAFF=手机号 STAFF_PASSWORD=密码 STAFF_CODE=动态验证码
                            办理人（须有相应角色）；不写则按提示输入。
                            之后15分钟内接着办理只须 STAFF=手机号
  npm run staff -- factor enrol    启用本人的动态验证码
  npm run staff -- sign-out        结束本机的登录
  npm run staff -- code 手机号     示例工作人员当前的动态验证码

退出码：0 成功，1 失败，2 用法有误。使用内置数据库时先停止 npm start。`,
  crash: `npm run crash -- <run> [times] [max minutes]

Repeatedly kills or restarts the API under load and verifies that no data is lost.

  beats exams exchange payments refunds rollout uploads   kill at a random moment
  points-payments points-exams                            kill at each step of a transaction
  cuts                                                    close its database connection
  restart                                                 rolling restart of two APIs behind an edge
  keys                                                    kill the command that re-encrypts numbers
  migrations [people] [0000 …]                            migrate data of each released schema version
  skew                                                    all 32 combinations of two versions of every part
  floods                                                  one client floods an edge beside visitors
  day                                                     an operator's day: canary, broken releases, rollback

Needs PostgreSQL (skew, floods: Chromium; day: nginx too), installed on Debian. Exit code 1 on data loss.`,
  races: `npm run races -- [row …] [--rounds N]

Sends many concurrent requests to two APIs on PostgreSQL.

  P1 P2 P3 P8 P9 P10 P10S P11     payments, orders, cards, seats, gateways
  L9                              certificates
  X2 X3 X4 X6 X11                 examinations
  --rounds 100                    repetitions; each row has its own default

Exit code 1 if an operation was applied twice or lost.`,
  pack: `npm run pack -- <folder>      packs the libraries for an area of a team outside this repository

Writes a tarball each of contract, commons, ui, shell and area-build, the build preset, and prints
their paths. tools/README.md says how an area is built from them, and mounted.`,
};

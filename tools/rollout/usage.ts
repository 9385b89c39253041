import { applications } from '@cme/contract/site/rollout';

export const usage = `用法：npm run rollout -- <命令> [选项]
  status [区域] [--watch]                 各区域：正在使用、候选、比例、健康、锁定
  release <区域…>                         只构建这些区域，生成不可变的版本（不切换）
  release <区域> --from <文件夹>          为在别处构建的区域生成版本
  mount | unmount <区域>                  挂载或卸下在别处构建的区域：主站的子域名，客户域名的路径
  plan <区域> <版本>                      预演：改动的文件、契约，并在浏览器里做全部检查
  start <区域> <版本> [--to 10%]          开始灰度；暂停后不写版本即继续
  promote <区域> [--to 50%]               提高比例；不写 --to 即全量启用
  pause <区域>                            暂停：候选版本只给测试者
  abort <区域> --reason "…"               放弃候选版本
  rollback <区域> [版本] --reason "…"     退回上一个（或指定的）版本，并锁定区域
  lock | unlock <区域> "原因"             锁定后任何新版本都不上线；解除锁定
  history [区域] [--most 20]              谁在何时因何改变了什么
  prune                                   清理停用满 30 天的版本
  tester <区域>                           给测试者的链接：打开即使用候选版本，10 分钟内有效
  edge-token                              边缘的凭证：EDGE_TOKEN=…，边缘的机器不必有 APP_SECRET
  doctor                                  检查 API、边缘、签名与全部散列
选项：
  --site 域名    只对一个客户域名（可先行，也可用 lock 留在旧版本）
  --for 时长     start、promote --to：满 30m、2h、1d 后，健康合格即自动全量；不写则等人来 promote
  --yes          执行；不写只是预演        --json   供脚本使用
  --reason "…"   原因，写入审计记录        --force  仍要执行：健康不合格或尚未判断、曾被自动
                                          收回、与现用版本不相容（须写 --reason）
区域：${applications.join('、')}，以及已挂载的；版本可只写开头几位
操作人：STAFF=手机号 STAFF_PASSWORD=密码 STAFF_CODE=动态验证码（须有 rollout_operator 角色），或按提示输入；
        之后15分钟内接着操作只须 STAFF=手机号
测试者：打开 tester 给出的链接；恢复：在浏览器打开 /edge/release?<区域>=
退出码：0 成功，1 检查未通过或被拒绝，2 用法有误，3 已锁定`;

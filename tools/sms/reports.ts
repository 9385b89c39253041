import type { Control, SentMessage } from './message.ts';

const timeoutMs = 5000;
/** The real providers repeat a report after minutes. */
const pausesMs = [100, 500, 1000, 2000, 5000, 15_000];

const formatTime = (time: number) =>
  new Date(time + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** A delivery report in the provider's format. */
function createReport(
  { provider, mobile, id, out_id }: SentMessage,
  isDelivered: boolean,
): object[] {
  const time = formatTime(Date.now());
  if (provider === 'aliyun')
    return [
      {
        phone_number: mobile,
        send_time: time,
        report_time: time,
        success: isDelivered,
        err_code: isDelivered ? 'DELIVERED' : 'MK:0001',
        err_msg: isDelivered ? '用户接收成功' : '空号',
        sms_size: '1',
        biz_id: id,
        out_id,
      },
    ];
  return [
    {
      user_receive_time: time,
      nationcode: '86',
      mobile,
      report_status: isDelivered ? 'SUCCESS' : 'FAIL',
      errmsg: isDelivered ? 'DELIVRD' : 'MK:0001',
      description: isDelivered ? '用户短信送达成功' : '空号',
      sid: id,
    },
  ];
}

/** Delivers reports, and repeats each until it is acknowledged. */
export function createReporter(addressOf: (provider: SentMessage['provider']) => string) {
  const timers = new Set<NodeJS.Timeout>();

  function deliver(message: SentMessage, report: object[], attempt = 0): void {
    const pause = pausesMs[attempt];
    if (pause === undefined) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void post(addressOf(message.provider), report).then((isTaken) => {
        if (!isTaken) deliver(message, report, attempt + 1);
      });
    }, pause);
    timers.add(timer);
  }

  return {
    announce(message: SentMessage, { report }: Control): void {
      if (report !== 'none') deliver(message, createReport(message, report === 'delivered'));
    },
    stop: () => timers.forEach(clearTimeout),
  };
}

async function post(address: string, report: object[]): Promise<boolean> {
  try {
    const reply = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json;charset=utf-8' },
      body: JSON.stringify(report),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return reply.status === 200;
  } catch {
    return false;
  }
}

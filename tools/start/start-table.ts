import { sampleCodeAt, sampleStaff } from '@cme/api/sample-code';
import type { Settings } from './settings.ts';

const accounts = [
  ['13800000001', 'junior nurse, in the middle of a course: begin with 我的课程, 继续学习'],
  ['13800000002', 'physician, year finished: begin with 我的证书'],
  ['13800000003', 'senior, with declarations: begin with 学分兑换'],
  ['13800000004', 'village doctor, admitted to a training class: begin with 个人中心'],
  ['13800000055', 'a learner whose profile is incomplete'],
  ['13800000011', 'on hospital.localhost'],
  ['13800000012', 'on hospital.localhost, waiting for admission'],
  ['13800000031', 'on city.localhost'],
];

const staffNames: Record<string, string> = {
  '13900000001': 'password Console2026, most staff decisions: begin with npm run staff',
  '13900000002': 'password Console2026, the second person of important decisions',
  '13900000005': 'password Console2026, administrator of a hospital',
  '13800000051': 'password Learner2026, administrator of a hospital',
};

/** The accounts of staff with the code that their sign-in asks for: it changes every 30 s. */
const describeStaff = (now: Date): string[] => {
  const code = sampleCodeAt(now);
  return sampleStaff.flatMap(({ mobile }) =>
    staffNames[mobile] ? [`  ${mobile}      ${staffNames[mobile]}, code now ${code}`] : [],
  );
};

/** Who sends text messages, and where their codes can be read. */
function describeSms({ smsPort, smsOrder, dataDir }: Settings): string {
  const outbox = `${dataDir}/outbox/sms.jsonl`;
  if (smsPort) return `embedded providers  (own port ${smsPort}), codes in ${outbox}`;
  return smsOrder.includes('file') ? `only written to ${outbox}` : smsOrder.join(', then ');
}

/** What to do where no site exists yet. */
export const createFirstSteps = ({ mainDomain, databaseUrl }: Settings): string[] => [
  '',
  '  There is no site yet. Create the main site and invite its administrator:',
  ...(databaseUrl
    ? []
    : ['  (the embedded database: stop this start first, and start it again afterwards)']),
  `  npm run staff -- site create ${mainDomain} <site name> <mobile of the administrator>`,
  '',
];

/** The table of addresses and accounts that the start prints. */
export function createStartTable(
  settings: Settings,
  liveRtmp?: string,
  now = new Date(),
): string[] {
  const { port, apiPort, mainDomain, databaseUrl, dataDir, sample, gatewayPort } = settings;
  const originOf = (host: string) => `http://${host}:${port}`;
  const rows = [
    ['portal', originOf(mainDomain)],
    ['player', originOf(`player.${mainDomain}`)],
    ['personal centre', originOf(`user.${mainDomain}`)],
    ...(sample
      ? [
          ['customer domain', `${originOf('hospital.localhost')}  (closed: asks for sign-in)`],
          ['city site', `${originOf('city.localhost')}  (its own colours, menus and content)`],
          ['ended site', originOf('ended.localhost')],
          ['opening site', originOf('opening.localhost')],
          ['test site', originOf('localhost')],
        ]
      : []),
    ['API', `${originOf(`api.${mainDomain}`)}/qm/api/docs  (own port ${apiPort})`],
    ...(gatewayPort
      ? [
          [
            'payment',
            `embedded gateway, no real money  (own port ${gatewayPort}, pay pages at ${originOf(`pay.${mainDomain}`)})`,
          ],
        ]
      : []),
    ['text messages', describeSms(settings)],
    [
      'live',
      liveRtmp
        ? `streams come to ${liveRtmp}  (a sample lecture: npm start -- --live)`
        : 'no ingest: nginx with libnginx-mod-rtmp is not installed, everything else runs',
    ],
    [
      'data',
      databaseUrl
        ? 'PostgreSQL by DATABASE_URL'
        : `${dataDir}  (embedded database, for trying out)`,
    ],
  ];
  const lines = ['', ...rows.map(([name = '', value]) => `  ${name.padEnd(16)} ${value}`), ''];
  if (!sample) return lines;
  return [
    ...lines,
    '  sample learners, password Learner2026:',
    ...accounts.map(([mobile, description]) => `  ${mobile}      ${description}`),
    '',
    '  sample staff, with a second factor (the next code: npm run staff -- code 13900000001):',
    ...describeStaff(now),
    '',
  ];
}

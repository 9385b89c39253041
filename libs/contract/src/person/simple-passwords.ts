/** Passwords near the top of published breach lists, in lower case and without leading and trailing
 * digits and signs: `Password2026`, `Abc12345` and `Aa123456` reduce to a word of this list or to
 * nothing. */
const words =
  'a aa aaa ab abc abcd abcde abcdef abcabc ab c aabb aaaa aaaabbbb asd asdf asdfg asdfgh asdfghjk asdfghjkl asdasd admin administrator access account ' +
  'baby babygirl baseball batman benben buster changeme charlie china computer daniel dearbook default demo doctor dragon ' +
  'flower football freedom girl google guest hello hospital hunter huangjing iloveu iloveyou iloveyousomuch jesus jennifer jordan ' +
  'killer letmein login love lovely ly master michael monkey mother mustang mypassword nihao nurse ninja njzj ok ' +
  'p pa pass passwd password passw passwort pokemon princess q qaz qazwsx qazwsxedc qq qqq qw qwe qwer qwert qwerty qwertyu qwertyui qwertyuiop qweasd qweasdzxc qweqwe ' +
  'root samsung secret shadow soccer starwars summer sunshine super superman system taobao temp test tester testtest trustno user ' +
  'w wang wangyut wasd welcome whatever winter wo woaini woaiwojia wode wsx www x xiao xiaoming xx xxx z za zaq zaqxsw zhang zx zxc zxcv zxcvb zxcvbn zxcvbnm zz';
const simple = new Set(words.split(' '));

const swaps: Record<string, string> = { '@': 'a', $: 's', '0': 'o', '1': 'i', '3': 'e' };

/** Whether one of the first thousand guesses would find it. `account` is the mobile number, which
 * must not be reused. */
export function isSimplePassword(password: string, account: string): boolean {
  const lower = password.toLowerCase();
  if (account !== '' && (lower.includes(account) || lower.includes(account.slice(-8)))) return true;
  if (new Set(lower).size <= 3) return true;
  const core = lower.replace(/^[^a-z@$]+|[^a-z@$]+$/g, '');
  const straight = core.replace(/[@$013]/g, (sign) => swaps[sign] ?? sign);
  const letters = lower.replace(/[^a-z]/g, '');
  return simple.has(core) || simple.has(straight) || simple.has(letters) || isKeyboardWalk(lower);
}

/** Keyboard rows and sequences, as in `1qaz2wsx` and `1q2w3e4r`. */
function isKeyboardWalk(lower: string): boolean {
  const walks = [
    '1qaz2wsx3edc4rfv5tgb',
    '1q2w3e4r5t6y7u8i9o0p',
    'q1w2e3r4t5y6u7i8o9p0',
    'zaq12wsxcde34rfv',
    'a1b2c3d4e5f6g7h8',
    'a1s2d3f4g5h6',
  ];
  return walks.some((walk) => walk.includes(lower) || walk.includes(lower.slice(0, 8)));
}

import { expect, test } from 'vitest';
import { displayName } from './name.rules.ts';

test.each([
  ['进修证明.pdf', 'pdf', '进修证明.pdf'],
  ['2025.11.20证明.PDF', 'pdf', '2025.11.20证明.pdf'],
  ['photo.JPEG', 'jpg', 'photo.jpg'],
  ['setup.pdf.exe', 'pdf', 'setup.pdf'],
  ['shell.php.jpg', 'jpg', 'shell.jpg'],
  ['page.html', 'jpg', 'page.jpg'],
  ['../../etc/passwd', 'png', 'passwd.png'],
  ['..\\..\\windows\\win.ini', 'png', 'win.png'],
  ['C:\\temp\\证明.png', 'png', '证明.png'],
  ['证明\u202Egpj.exe', 'jpg', '证明gpj.jpg'],
  ['证\u200B明\u0000\r\n.jpg', 'jpg', '证明.jpg'],
  ['a"; filename=evil.exe', 'pdf', 'a filename=evil.pdf'],
  ['.htaccess', 'png', 'htaccess.png'],
  ['...', 'png', '文件.png'],
  ['con.pdf', 'pdf', '文件.pdf'],
  ['', 'pdf', '文件.pdf'],
  ['名'.repeat(300), 'pdf', `${'名'.repeat(80)}.pdf`],
] as const)('%j is shown as %s: %s', (name, format, shown) => {
  expect(displayName(name, format)).toBe(shown);
});

test.each([
  ['证明.jpeg', '证明.jpg'],
  ['证明.exe', '证明'],
])('before its content is checked %j is shown as %s', (name, shown) => {
  expect(displayName(name)).toBe(shown);
});

import { existsSync } from 'node:fs';
import { installPackages, MissingPackageError } from '../programs/packages.ts';
import { swiftPackages } from '../programs/swift.ts';

/** A file of each package that `npm test` needs. The parts look again for what they need, in more
 * places, and install or report it themselves. */
const files: Record<string, string> = {
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  'firefox-esr': '/usr/bin/firefox-esr',
  'fonts-noto-cjk': '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  postgresql: '/usr/lib/postgresql',
  nginx: '/usr/sbin/nginx',
  'libnginx-mod-rtmp': '/usr/lib/nginx/modules/ngx_rtmp_module.so',
  ffmpeg: '/usr/bin/ffmpeg',
  'clamav-daemon': '/usr/sbin/clamd',
  [swiftPackages.join(' ')]: '/usr/bin/swift-object-server',
};

// All in one call, since each call takes several seconds of processor time.
const missing = Object.entries(files)
  .filter(([, file]) => !existsSync(file))
  .flatMap(([names]) => names.split(' '));
try {
  if (missing.length > 0) installPackages(missing);
} catch (error) {
  if (!(error instanceof MissingPackageError)) throw error;
  console.error(error.message);
}

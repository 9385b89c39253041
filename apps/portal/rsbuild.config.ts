import { app } from '../../tools/rsbuild.ts';

export default app('portal', ['web', 'server']);

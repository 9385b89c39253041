import { app } from '../../tools/build/rsbuild.ts';

export default app('portal', ['web', 'server']);

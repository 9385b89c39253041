import { app } from '../../tools/build/rsbuild.ts';

export default app('player', ['web', 'area', 'server']);

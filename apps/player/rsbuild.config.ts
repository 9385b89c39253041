import { app } from '../../tools/rsbuild.ts';

export default app('player', ['web', 'area']);

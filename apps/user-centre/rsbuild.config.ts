import { app } from '../../tools/rsbuild.ts';

export default app('user_centre', ['web', 'area']);

import { app } from '../../tools/build/rsbuild.ts';

export default app('user_centre', ['web', 'area', 'server']);

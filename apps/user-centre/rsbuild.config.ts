import { app } from '@cme/area-build';

export default app('user_centre', ['web', 'area', 'server']);

import { app } from '@cme/area-build';

export default app('portal', ['web', 'server']);

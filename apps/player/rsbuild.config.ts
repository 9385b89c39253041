import { app } from '@cme/area-build';

export default app('player', ['web', 'area', 'server']);

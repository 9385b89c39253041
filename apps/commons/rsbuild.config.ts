import { commonsContainer } from '@cme/area-build';

export default commonsContainer();

import { Forbidden } from '@cme/shell';

export const ProhibitPage = () => <Forbidden />;

import { Forbidden } from '@cme/ui';

export const ProhibitPage = () => <Forbidden />;

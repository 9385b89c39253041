import { NotFound } from '@cme/ui';

export const NotFoundPage = () => <NotFound />;

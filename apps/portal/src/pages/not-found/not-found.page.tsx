import { NotFound } from '@cme/shell';

export const NotFoundPage = () => <NotFound />;

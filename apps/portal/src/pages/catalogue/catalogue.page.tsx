import { Catalogue } from '../../components/catalogue/catalogue.tsx';

export const PublicneedPage = () => <Catalogue kind="publicneed" />;
export const ProfessionPage = () => <Catalogue kind="profession" />;

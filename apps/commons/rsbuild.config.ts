import { commonsContainer } from '../../tools/rsbuild.ts';

export default commonsContainer();

import { commonsContainer } from '../../tools/build/rsbuild.ts';

export default commonsContainer();

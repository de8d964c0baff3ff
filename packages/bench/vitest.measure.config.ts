import base from '../../vitest.config.ts';
const b = base as any; const s = b.test.setupFiles; 
export default { ...b, test: { ...b.test, setupFiles: ['./measure-setup.ts', ...(s ?? [])] } };

import { type Context, plainContext } from '../../../src/core/rules';

export const cwd = '/home/ana/shop';

/** The machine on which the calls of the gallery are judged. */
export const context: Context = { ...plainContext(cwd), home: '/home/ana', trusted: true, now: Date.now() };
